#!/usr/bin/env node
// What the React Native side of a todo app does: keeps its list under one key, and has the widget show it.
//   todos.js            the list; the sample's, where none was ever stored
//   todos.js toggle ID  ticks a todo, or unticks it
//   todos.js add TEXT   appends a todo
'use strict'
const { spawnSync } = require('node:child_process')
const { readFileSync } = require('node:fs')
const { join } = require('node:path')

const program = process.env.PHOTOWIDGET || 'photowidget'
const group = 'group.react.native.widget.example'
const key = 'data'
const missing = 66
let hasWarned = false

function warn(reason) {
  if (!hasWarned) console.warn('[SHARED DEFAULTS]', reason)
  hasWarned = true
}

/** Runs photowidget, without a shell. */
function photowidget(words, input) {
  const run = spawnSync(program, words, { input, encoding: 'utf8', maxBuffer: 1 << 24 })
  return { status: run.error ? -1 : run.status, out: run.stdout, reason: run.error ? run.error.message : run.stderr.trim() }
}

/** The stored todos; undefined where none were ever stored, null where they cannot be read. */
function load() {
  const run = photowidget(['defaults', 'read', '--group', group, key, '--type', 'json'])
  if (run.status === missing) return undefined
  if (run.status === 0) return JSON.parse(run.out)
  warn(run.reason)
  return null
}

/** Stores the todos and asks for the widget's reload in the same write; false, and one warning, where that failed. */
function set(todos) {
  const words = ['defaults', 'write', '--group', group, key, '-', '--type', 'json', '--reload', 'todo']
  const run = photowidget(words, JSON.stringify(todos))
  if (run.status !== 0) warn(run.reason)
  return run.status === 0
}

function main([action, argument]) {
  // Read first: an app that writes its defaults when it starts loses what was there.
  const stored = load()
  if (stored === null) return false
  const todos = stored ?? JSON.parse(readFileSync(join(__dirname, 'todos.json'), 'utf8'))
  if (action === undefined) {
    for (const todo of todos) console.log(`${todo.id} [${todo.isCompleted ? 'x' : ' '}] ${todo.text}`)
    return true
  }
  if (action === 'toggle' && todos.some((todo) => String(todo.id) === argument)) {
    const turn = (todo) => (String(todo.id) === argument ? { ...todo, isCompleted: !todo.isCompleted } : todo)
    return set(todos.map(turn))
  }
  if (action === 'add' && argument) {
    const id = 1 + Math.max(0, ...todos.map((todo) => todo.id))
    return set([...todos, { id, isCompleted: false, text: argument }])
  }
  warn('expected nothing, toggle ID with the ID of a todo, or add TEXT')
  return false
}

process.exitCode = main(process.argv.slice(2)) ? 0 : 1
