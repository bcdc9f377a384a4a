/* global Module */

// Shows what photowidget has published: the picture, its title and its author.
Module.register("MMM-photowidget", {
    defaults: {
        // Which widget, and which of its instances.
        kind: "photo",
        instance: "default",
        // The published directory; empty for photowidget's own, below the home of who runs MagicMirror.
        directory: "",
        // Seconds between two looks at what is published.
        every: 10,
        // Pixels on the mirror.
        width: 400,
        showTitle: true,
        showAuthor: true,
        fade: 1000
    },

    start() {
        this.shown = null
        this.sendSocketNotification("PHOTOWIDGET_SHOW", { id: this.identifier, ...this.config })
    },

    getStyles() {
        return ["MMM-photowidget.css"]
    },

    // All modules of this name hear what the helper says.
    socketNotificationReceived(notification, payload) {
        if (notification !== "PHOTOWIDGET_SHOWN" || payload.id !== this.identifier) {
            return
        }
        this.shown = payload
        this.updateDom(this.config.fade)
    },

    getDom() {
        const frame = document.createElement("figure")
        frame.className = "photowidget"
        if (this.shown === null || !this.shown.picture) {
            frame.classList.add("dimmed", "light", "small")
            frame.textContent = this.shown === null ? "…" : this.shown.reason || "no photo yet"
            return frame
        }
        if (this.shown.status === "stale") {
            frame.classList.add("photowidget-stale")
        }
        const picture = document.createElement("img")
        picture.src = this.shown.picture
        picture.alt = this.shown.title
        picture.style.width = `${Number(this.config.width)}px`
        frame.appendChild(picture)
        this.line(frame, "title", this.config.showTitle && this.shown.title)
        this.line(frame, "author", this.config.showAuthor && this.shown.author)
        return frame
    },

    // A feed's words are text, never markup.
    line(frame, name, text) {
        if (!text) {
            return
        }
        const line = document.createElement("figcaption")
        line.className = `photowidget-${name} ${name === "title" ? "small bright" : "xsmall dimmed"}`
        line.textContent = text
        frame.appendChild(line)
    }
})
