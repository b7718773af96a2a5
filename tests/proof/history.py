"""A checker of strict serializability over a history of operations, in the manner of Elle.

An operation has the time of its invocation and of its answer, and what it wrote and read. Every object is a list that only
grows: a wallet by its lines, a table by its records. A write knows the place of its element in the list; a read knows which
elements it saw. From that follows who came before whom:

    ww    the next element of a list was written after the one before it
    wr    a read came after the writer of the last element it saw
    rw    a read came before the writer of the first element it did not see
    time  an operation that was answered came before one that was sent later

If some order explains the history, these edges have no cycle. A cycle is a proof that no order does.
"""


class Operation:
    """`wrote` and `read`: lists of (object, place), places counted from 1. A read of place n saw everything up to it. `ended` None: never answered."""

    def __init__(self, name, began, ended, wrote=(), read=()):
        self.name, self.began, self.ended = name, began, ended
        self.wrote, self.read = list(wrote), list(read)

    def __repr__(self):
        return self.name


class Graph:
    def __init__(self):
        self.edges = {}

    def add(self, before, after, why):
        if before is not after:
            self.edges.setdefault(before, {}).setdefault(after, why)
            self.edges.setdefault(after, {})


def writers(operations):
    """{object: {place: operation}}; a place that two operations claim is a fault of its own."""
    by = {}
    for operation in operations:
        for thing, place in operation.wrote:
            other = by.setdefault(thing, {}).setdefault(place, operation)
            if other is not operation:
                raise Anomaly(f"{operation} and {other} were both told that they are number {place} of {thing}")
    return by


class Anomaly(Exception):
    pass


def add_dependencies(graph, operations):
    by = writers(operations)
    places = {thing: sorted(of) for thing, of in by.items()}
    for thing, of in by.items():
        for one, next_one in zip(places[thing], places[thing][1:]):
            graph.add(of[one], of[next_one], f"ww {thing} {one} < {next_one}")
    for operation in operations:
        for thing, seen in operation.read:
            before = [place for place in places.get(thing, ()) if place <= seen and by[thing][place] is not operation]
            after = [place for place in places.get(thing, ()) if place > seen and by[thing][place] is not operation]
            if before:
                graph.add(by[thing][before[-1]], operation, f"wr {thing} {before[-1]} seen")
            if after:
                graph.add(operation, by[thing][after[0]], f"rw {thing} {after[0]} not seen")


def add_time(graph, operations):
    """Time passes through one node for each answer, in their order, so that there are no more edges than operations."""
    answered = sorted((o for o in operations if o.ended is not None), key=lambda o: o.ended)
    ticks = [("tick", i) for i in range(len(answered))]
    for i, operation in enumerate(answered):
        graph.add(operation, ticks[i], f"answered {operation.ended:.6f}")
        if i:
            graph.add(ticks[i - 1], ticks[i], "time")
    at = -1
    for operation in sorted(operations, key=lambda o: o.began):
        while at + 1 < len(answered) and answered[at + 1].ended < operation.began:
            at += 1
        if at >= 0:
            graph.add(ticks[at], operation, f"sent {operation.began:.6f}")


def find_cycle(graph):
    """A shortest cycle through some node, as [(node, why, next)], or None."""
    state, order = {}, []
    for root in graph.edges:  # nodes that are on no cycle are peeled off first
        state.setdefault(root, 0)
    into = {node: 0 for node in graph.edges}
    for node in graph.edges:
        for after in graph.edges[node]:
            into[after] += 1
    free = [node for node in into if into[node] == 0]
    while free:
        node = free.pop()
        order.append(node)
        for after in graph.edges[node]:
            into[after] -= 1
            if into[after] == 0:
                free.append(after)
    left = {node for node in into if into[node] > 0}
    cycles = (shortest(graph, start, left) for start in left if not isinstance(start, tuple))
    return min((cycle for cycle in cycles if cycle), key=len, default=None)


def shortest(graph, start, among):
    came, queue = {start: None}, [start]
    for node in queue:
        for after, why in graph.edges[node].items():
            if after is start:
                path = [(node, why, after)]
                while came[node]:
                    before, reason = came[node]
                    path.append((before, reason, node))
                    node = before
                return path[::-1]
            if after in among and after not in came:
                came[after] = (node, why)
                queue.append(after)
    return None


def told(cycle):
    """The cycle in words: the nodes of time are left out."""
    parts = []
    for node, why, after in cycle:
        if isinstance(node, tuple) and isinstance(after, tuple):
            continue
        if isinstance(after, tuple):
            parts.append(f"{node} was answered before")
        elif isinstance(node, tuple):
            parts.append(f"{after} was sent")
        else:
            parts.append(f"{node} before {after} ({why})")
    return "; ".join(parts)


def check(operations):
    """None, or why no order of the operations explains the history."""
    graph = Graph()
    try:
        add_dependencies(graph, operations)
    except Anomaly as found:
        return str(found)
    add_time(graph, operations)
    cycle = find_cycle(graph)
    # say:test-no-order-explains
    return f"no order explains this: {told(cycle)}" if cycle else None
