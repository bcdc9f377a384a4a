"use strict"

// A stand-in for MagicMirror²: its module's page, its node helper, and the notifications between them.
//     node mirror.js MODULE-FOLDER CONFIGURATION
// The configuration is what stands in config.js. Prints the port.

const fs = require("fs")
const http = require("http")
const Loader = require("module")
const path = require("path")

const [folder, written] = process.argv.slice(2)
const configuration = new Function(`return [${written}]`)()[0]
const name = configuration.module

// MagicMirror's own: require("node_helper").create(methods).
const resolve = Loader._resolveFilename
Loader._resolveFilename = function (request, ...rest) {
    return request === "node_helper" ? request : resolve.call(this, request, ...rest)
}
require.cache.node_helper = { id: "node_helper", loaded: true, exports: { create: (methods) => methods } }
const helper = require(path.join(folder, "node_helper.js"))

const pages = new Set()
helper.name = name
helper.sendSocketNotification = (notification, payload) => {
    for (const page of pages) {
        page.write(`data: ${JSON.stringify({ notification, payload })}\n\n`)
    }
}
helper.start()

// The mirror's page: one place for a module, and what a module may call. The style is MagicMirror's black.
const page = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><link rel="stylesheet" href="/module/${name}.css">
<style>body { background: #000; color: #aaa; margin: 40px; font: 20px sans-serif }</style><div id="place"></div>
<script>
let definition
const Module = { register(name, methods) { definition = methods } }
</script><script src="/module/${name}.js"></script><script>
const module_ = Object.assign(Object.create(definition), {
    identifier: "module_1_${name}",
    config: { ...definition.defaults, ...${JSON.stringify(configuration.config)} },
    sendSocketNotification(notification, payload) {
        fetch("/notify", { method: "POST", body: JSON.stringify({ notification, payload }) })
    },
    updateDom() { document.getElementById("place").replaceChildren(this.getDom()) }
})
const events = new EventSource("/events")
events.onopen = () => { module_.start(); module_.updateDom() }
events.onmessage = (event) => {
    const { notification, payload } = JSON.parse(event.data)
    module_.socketNotificationReceived(notification, payload)
}
</script>`

const server = http.createServer((request, response) => {
    if (request.url === "/") {
        response.setHeader("Content-Type", "text/html; charset=utf-8")
        response.end(page)
    } else if (request.url === "/events") {
        response.setHeader("Content-Type", "text/event-stream")
        response.flushHeaders()
        pages.add(response)
        request.on("close", () => pages.delete(response))
    } else if (request.url === "/notify") {
        let body = ""
        request.on("data", (part) => { body += part })
        request.on("end", () => {
            const { notification, payload } = JSON.parse(body)
            helper.socketNotificationReceived(notification, payload)
            response.end()
        })
    } else if ([`/module/${name}.js`, `/module/${name}.css`].includes(request.url)) {
        response.setHeader("Content-Type", request.url.endsWith("js") ? "text/javascript" : "text/css")
        response.end(fs.readFileSync(path.join(folder, path.basename(request.url))))
    } else {
        response.statusCode = 404
        response.end()
    }
})
server.listen(0, "127.0.0.1", () => console.log(server.address().port))
