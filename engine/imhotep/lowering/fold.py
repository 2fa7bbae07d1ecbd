"""Makes instructions, doing at once what is known already: `both(1, x)` is `x`."""

from imhotep.program.instructions import Code


def both(*parts: Code) -> Code:
    """All of them hold."""
    kept: list[Code] = []
    for part in parts:
        if part == 0:
            return 0
        if isinstance(part, tuple) and part[0] == "and":
            kept.extend(part[1:])
        elif part != 1:
            kept.append(part)
    if not kept:
        return 1
    return kept[0] if len(kept) == 1 else ("and", *kept)


def either(*parts: Code) -> Code:
    """One of them holds."""
    kept: list[Code] = []
    for part in parts:
        if part == 1:
            return 1
        if isinstance(part, tuple) and part[0] == "or":
            kept.extend(part[1:])
        elif part != 0:
            kept.append(part)
    if not kept:
        return 0
    return kept[0] if len(kept) == 1 else ("or", *kept)


def negate(part: Code) -> Code:
    """It does not hold."""
    if isinstance(part, int):
        return int(not part)
    match part:
        case ("not", inner):
            return inner  # type: ignore[no-any-return]
        case ("eq", a, b):
            return ("ne", a, b)
        case ("ne", a, b):
            return ("eq", a, b)
        case ("lt", a, b):
            return ("le", b, a)
        case ("le", a, b):
            return ("lt", b, a)
    return ("not", part)


def compare(operator: str, a: Code, b: Code) -> Code:
    """`eq`, `ne`, `lt` or `le`."""
    if isinstance(a, int) and isinstance(b, int):
        return int({"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b}[operator])
    return (operator, a, b)


def offset(a: Code, b: Code) -> Code:
    """An address a little further on."""
    if isinstance(a, int) and isinstance(b, int):
        return a + b
    if a == 0:
        return b
    if b == 0:
        return a
    return ("offset", a, b)


def arithmetic(operator: str, a: Code, b: Code, src: int) -> Code:
    """`add`, `sub`, `mul` or `div` of a designer's numbers, written at that place."""
    if isinstance(a, int) and isinstance(b, int) and not (operator == "div" and b == 0):
        found = {"add": a + b, "sub": a - b, "mul": a * b, "div": a // b if b else 0}[operator]
        if -(2**31) <= found < 2**31:
            return found
    return (operator, a, b, src)


def substitute(code: Code, slot: int, value: Code) -> Code:
    """The instruction with a variable replaced by its value."""
    if isinstance(code, int):
        return code
    if code == ("local", slot):
        return value
    return tuple(substitute(c, slot, value) if isinstance(c, tuple) else c for c in code)


def can_fail(code: Code) -> bool:
    """Whether working it out can fail (not: be a fault)."""
    if not isinstance(code, tuple) or code[0] == "holds":
        return False
    return code[0] in ("sure", "line_of") or any(can_fail(part) for part in code[1:])


def peeks(code: Code) -> list[Code]:
    """Who sees each hidden piece that it looks at (0: nobody)."""
    if not isinstance(code, tuple):
        return []
    inner = [viewer for part in code[1:] for viewer in peeks(part)]
    return [*inner, code[2]] if code[0] == "peek" else inner
