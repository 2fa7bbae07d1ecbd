"""The random generator: SplitMix64 read as a counter-based generator, one stream for each purpose.

A stream's key is made of the seed and the stream's name, so that another stream more or less changes no draw of this
one. The n-th word of a stream is the upper half of `mix(key + n × GOLDEN)`. A bounded draw takes words until one is
unbiased (Lemire's multiplication method). Only the seed and a counter for each stream are kept, in the state.
"""

GOLDEN = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1
WORD = 1 << 32


def mix(z: int) -> int:
    """SplitMix64's finisher: 64 bits to 64 bits."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def name_hash(name: str) -> int:
    """FNV-1a over the UTF-8 bytes of a name, 64 bits."""
    h = 0xCBF29CE484222325
    for byte in name.encode():
        h = ((h ^ byte) * 0x100000001B3) & MASK
    return h


def stream_key(seed: int, name_number: int) -> int:
    """The key of a stream; `name_number` is the `name_hash` of its name. Any seed counts modulo 2⁶⁴."""
    return mix((mix((seed + GOLDEN) & MASK) + name_number) & MASK)


def word(key: int, counter: int) -> int:
    """The 32-bit word of a stream at a counter (from 1)."""
    z = (key + counter * GOLDEN) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return (z ^ (z >> 31)) >> 32


def below(key: int, counter: int, bound: int) -> tuple[int, int]:
    """An unbiased number from 0 up to, not including, `bound` (1 to 2³²), and the counter after it."""
    counter += 1
    product = word(key, counter) * bound
    if product & 0xFFFFFFFF < bound:
        threshold = (WORD - bound) % bound
        while product & 0xFFFFFFFF < threshold:
            counter += 1
            product = word(key, counter) * bound
    return product >> 32, counter


class Stream:
    """A stream of its own, outside every game: for players and experiments."""

    __slots__ = ("counter", "key")

    def __init__(self, seed: int, name: str) -> None:
        self.key = stream_key(seed, name_hash(name))
        self.counter = 0

    def below(self, bound: int) -> int:
        """An unbiased number from 0 up to, not including, `bound`."""
        z = (self.key + (self.counter + 1) * GOLDEN) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        product = ((z ^ (z >> 31)) >> 32) * bound
        if product & 0xFFFFFFFF < bound:  # rare: may be biased
            value, self.counter = below(self.key, self.counter, bound)
            return value
        self.counter += 1
        return product >> 32
