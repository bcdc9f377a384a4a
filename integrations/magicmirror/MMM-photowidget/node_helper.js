"use strict"

const fs = require("fs/promises")
const os = require("os")
const path = require("path")
const NodeHelper = require("node_helper")

// Kinds and instances are names of directories; nothing else may be asked for.
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

// A stranger's words on a line: no control characters, and none that turn the reading direction around.
function visible(text) {
    return String(text ?? "")
        .replace(/[\t\n\r\u2028\u2029]/g, " ")
        .replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd")
}

// Where photowidget publishes, by its own rules; a relative path counts as none.
function stateDirectory() {
    const environment = process.env
    if (environment.PHOTOWIDGET_STATE_DIR) {
        return environment.PHOTOWIDGET_STATE_DIR
    }
    const state = environment.XDG_STATE_HOME || ""
    return path.join(path.isAbsolute(state) ? state : path.join(os.homedir(), ".local/state"), "photowidget")
}

module.exports = NodeHelper.create({
    start() {
        this.looks = new Map()
    },

    stop() {
        for (const look of this.looks.values()) {
            clearInterval(look.timer)
        }
    },

    socketNotificationReceived(notification, payload) {
        if (notification !== "PHOTOWIDGET_SHOW" || !NAME.test(payload.kind) || !NAME.test(payload.instance)) {
            return
        }
        // A page that is loaded again asks again.
        clearInterval(this.looks.get(payload.id)?.timer)
        const base = payload.directory || path.join(stateDirectory(), "published")
        const look = { id: payload.id, current: path.join(base, payload.kind, payload.instance, "current"), set: "" }
        look.timer = setInterval(() => this.look(look), Math.max(1, Number(payload.every) || 10) * 1000)
        this.looks.set(payload.id, look)
        this.look(look)
    },

    // Tells the mirror what is published, when that has changed.
    async look(look) {
        try {
            // The link is replaced at once, and its last sets are kept: all is read from the same set.
            const set = await fs.realpath(look.current)
            if (set === look.set) {
                return
            }
            const entry = JSON.parse(await fs.readFile(path.join(set, "entry.json"), "utf8"))
            const name = entry.photo ? "thumbnail.png" : "widget.png"
            const bytes = await fs.readFile(path.join(set, name))
            look.set = set
            this.sendSocketNotification("PHOTOWIDGET_SHOWN", {
                id: look.id,
                picture: `data:image/png;base64,${bytes.toString("base64")}`,
                title: visible(entry.photo?.title ?? entry.kind),
                author: visible(entry.photo?.author),
                status: visible(entry.status),
                reason: visible(entry.reason)
            })
        } catch (error) {
            // What is shown stays; the next look may find more.
            if (look.set === "") {
                look.set = "nothing"
                this.sendSocketNotification("PHOTOWIDGET_SHOWN", { id: look.id, picture: "", reason: "nothing published yet" })
            }
        }
    }
})
