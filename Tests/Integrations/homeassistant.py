#!/usr/bin/env python3
"""Home Assistant's YAML is well-formed, its templates take every title for text, and its addresses are those of `serve`.

Home Assistant is not in Debian; PyYAML and Jinja are what it reads its configuration with.
"""

import json
import os
import urllib.request

from desk import ROOT, Skip, main, recipe, recipes
from picture import Picture

TITLES = [
    "Sunset over Texas", "{{ 7 * 7 }}{% for x in range(9) %}x{% endfor %}", "{{ states('lock.door') }}",
    "' \" \\ : # - & * ! | > %",
    "!secret token", "x" * 300, "${exec touch ran} `touch ran`", "\u202egnp.exe", "<ha-alert>", "[1](javascript:alert(1))",
]
# The keys that the documentation of the RESTful, command line and template integrations names.
KNOWN = {
    "rest": {"resource", "scan_interval", "sensor", "headers"},
    "sensor": {
        "name", "unique_id", "icon", "value_template", "json_attributes_path", "json_attributes", "command", "scan_interval"},
    "image": {"name", "unique_id", "url"},
}


def test(desk):
    try:
        import jinja2.sandbox
        import yaml
    except ImportError as error:
        raise Skip(f"{error.name}: not installed")

    class Loader(yaml.SafeLoader):
        """YAML with the tags that Home Assistant adds."""

    for tag in ("!include", "!secret"):
        Loader.add_constructor(tag, lambda loader, node: loader.construct_scalar(node))
    environment = jinja2.sandbox.ImmutableSandboxedEnvironment()
    package = yaml.load((ROOT / "integrations/home-assistant/photowidget.yaml").read_text(), Loader)
    blocks = [yaml.load(block, Loader) for block in recipes("home-assistant")]
    desk.check(all(isinstance(block, dict) for block in blocks) and len(blocks) == 4, "every block is YAML")
    rest, [image] = package["rest"][0], package["template"][0]["image"]
    [command] = [entry["sensor"] for entry in yaml.load(recipe("home-assistant", "command_line"), Loader)["command_line"]]
    desk.check(set(rest) <= KNOWN["rest"] and set(image) <= KNOWN["image"] and all(
        set(sensor) <= KNOWN["sensor"] for sensor in [*rest["sensor"], command]), "and says what Home Assistant knows")

    pipe, end = os.pipe()
    desk.start("photowidget", "serve", "--port", "0", output=end)
    os.close(end)
    with os.fdopen(pipe) as file:
        base = file.readline().strip()

    def get(address):
        with urllib.request.urlopen(address.replace("http://127.0.0.1:8787", base), timeout=10) as answer:
            return answer.read()

    wrong = []
    for title in TITLES:
        desk.publish(title)
        served = json.loads(get(rest["resource"]))
        printed = json.loads(desk.run(*command["command"].split()))
        for sensor, entry in ((rest["sensor"][0], served), (command, printed)):
            state = environment.from_string(sensor["value_template"]).render(value_json=entry)
            if state != title[:255]:
                wrong.append((title, state))
        status = environment.from_string(rest["sensor"][1]["value_template"]).render(value_json=served)
        attributes = {name: served[name] for name in rest["sensor"][1]["json_attributes"]}
        if status != "fresh" or set(rest["sensor"][0]["json_attributes"]) - set(served["photo"]):
            wrong.append((title, status))
    desk.check(not wrong, f"{len(TITLES)} titles are the sensors' states, as text {wrong[:2]}")
    desk.check(set(command["json_attributes"]) <= set(printed), "the attributes are in what is printed")
    address = environment.from_string(image["url"]).render(state_attr=lambda entity, name: attributes[name])
    desk.check(Picture.from_png(get(address)).photo() is not None, f"the image's address gives the photo: {address}")
    state = environment.from_string(command["value_template"]).render(value_json={"photo": None, "kind": "todo"})
    desk.check(state == "todo", "a drawn widget has a state too")


if __name__ == "__main__":
    main("homeassistant", test, [])
