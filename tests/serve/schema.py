"""Checks an answer against what the OpenAPI document says of it. Objects may have no key that their schema lacks: a
field that no type of replies.def has would be invisible to the browser's side."""

import re

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def has_type(value, name):
    if name in ("integer", "number"):
        return isinstance(value, int if name == "integer" else (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


class Document:
    def __init__(self, document):
        self.document = document
        self.schemas = document["components"]["schemas"]
        self.traffic = None  # a dictionary: the texts that were seen, by type and field

    def fault(self, value, schema, at="answer", kind=""):
        """None, or where the value differs from the schema."""
        if "$ref" in schema:
            kind = schema["$ref"].rsplit("/", 1)[1]
            return self.fault(value, self.schemas[kind], at, kind)
        if "anyOf" in schema:
            faults = [self.fault(value, one, at) for one in schema["anyOf"]]
            return None if None in faults else "; or ".join(faults)
        if "allOf" in schema:
            return self.parts_fault(value, schema["allOf"], at)
        if "const" in schema and value != schema["const"]:
            return f"{at} is not {schema['const']!r}: {value!r}"
        if "type" in schema and not has_type(value, schema["type"]):
            return f"{at} is not {schema['type']}: {value!r}"
        if (
            "enum" in schema
            and value not in schema["enum"]
            or "pattern" in schema
            and not re.search(schema["pattern"], value)
        ):
            return f"{at} cannot be {value!r}"
        if schema.get("type") == "array":
            return next(
                filter(None, (self.fault(one, schema["items"], f"{at}[{i}]") for i, one in enumerate(value))), None
            )
        return self.object_fault(value, schema, at, kind) if schema.get("type") == "object" else None

    def parts_fault(self, value, parts, at):
        """An answer: "ok" and "n" first, and what its type has besides."""
        first = self.schemas[parts[0]["$ref"].rsplit("/", 1)[1]] if "$ref" in parts[0] else parts[0]
        of_first = {name: one for name, one in value.items() if name in first["properties"]}
        rest = {name: one for name, one in value.items() if name not in first["properties"]}
        return self.fault(of_first, first, at) or self.fault(rest, parts[1], at)

    def object_fault(self, value, schema, at, kind):
        known, others = schema.get("properties", {}), schema.get("additionalProperties")
        for name in schema.get("required", ()):
            if name not in value:
                return f"{at} lacks {name!r}"
        for name, one in value.items():
            if name not in known and others is None and known:
                return f"{at} has {name!r}, which replies.def does not know"
            fault = self.fault(one, known.get(name) or others or {}, f"{at}.{name}")
            if fault:
                return fault
            if self.traffic is not None and kind and name in known:
                self.record(one, known[name], (kind, name))
        return None

    def record(self, value, schema, field):
        for one in schema.get("anyOf", [schema]):
            if isinstance(value, list) and one.get("type") == "array":
                for item in value:
                    self.record(item, one["items"], field)
            elif isinstance(value, str) and one.get("type") == "string" and not {"enum", "pattern"} & set(one):
                self.traffic.setdefault(field, []).append(value)

    def check_answer(self, word, answer):
        item = self.document["paths"].get(f"/api/{word}")
        if not item or not answer.get("ok"):
            return
        said = {key: value for key, value in answer.items() if key not in ("ok", "n")}
        schema = item["post"]["responses"]["200"]["content"]["application/json"]["schema"]["allOf"][1]
        fault = self.fault(said, schema, word)
        assert not fault, f"{fault}\n{answer}"

    @staticmethod
    def type_of(message):
        return "OwnCards" if message.get("own") else "Moved" if message.get("moved") else "Message"

    def check_message(self, message):
        fault = self.fault(message, {"$ref": f"/{self.type_of(message)}"}, "message")
        assert not fault, f"{fault}\n{message}"
