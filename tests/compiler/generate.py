"""Random C functions with loops over a few arrays that may overlap: affine, strided, nested, backwards, with early exits, no
iterations, addresses that do not change, unsigned arithmetic that wraps, conditions, calls that synchronise and calls that do not;
pointers that move, in a variable and in memory, where each store may be to them.

All indices stay inside the arrays, whatever the values in them are; all loops end. One statement per line, so that a line
names an access.
"""

import random

TYPES = {"int8_t": 1, "int16_t": 2, "int32_t": 4, "int64_t": 8, "float": 4, "double": 8}
LENGTH = 1000  # elements of each array
TRIPS = [0, 1, 2, 3, 7, 12]  # what n and m are called with

# That the functions call.
HELPERS = [
    "int32_t quiet(int32_t v) {\n  return v * 3 + 1;\n}",
    "void set(int32_t* p, int32_t v) {\n  *p = v;\n}",
    "int32_t maybe_synchronise(int32_t v) {\n  if (v % 5 == 1)\n    synchronise();\n  return v + 1;\n}",
]
HEADER = """\
#include <stdint.h>
#include <string.h>
#define NOINLINE __attribute__((noinline))
extern unsigned char arena[];
void synchronise(void);
void mark_pages(unsigned pages);
struct point { int32_t x, y; double z; int16_t w[3]; };
struct held { int32_t* at; int64_t* wide; } held;
""" + "".join(f"static NOINLINE {helper}\n" for helper in HELPERS)


class Lines:
    """Of a function that is being made: its statements are a subclass's."""

    def __init__(self, rng, name):
        self.rng = rng
        self.name = name
        self.lines = []
        self.depth = 1
        self.loops = []

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def block(self, count):
        self.depth += 1
        for _ in range(count):
            self.statement()
        self.depth -= 1

    def body(self, share_of_loops):
        for _ in range(self.rng.randrange(1, 4)):
            self.loop() if self.rng.random() < share_of_loops else self.statement()


class Function(Lines):
    """`loops`: (variable, its largest value)"""

    def __init__(self, rng, name):
        super().__init__(rng, name)
        self.fresh = 0
        self.arrays = {array: rng.choice(list(TYPES)) for array in "abc"}
        self.walker = rng.choice(["int32_t", "int64_t", "double", "int16_t"])

    def variable(self):
        self.fresh += 1
        return f"i{self.fresh}"

    def index(self, room=0):
        """Inside an array of LENGTH elements, with `room` elements behind it."""
        rng = self.rng
        choice = rng.random()
        if not self.loops or choice < 0.08:
            return str(rng.randrange(60))
        if choice < 0.14:
            return "k"
        variable, largest = rng.choice(self.loops[-2:])
        if choice < 0.24:  # not affine, or only modulo something
            return rng.choice([f"(uint32_t)({variable} * 37 + k) % 300u", f"(uint8_t)({variable} * 97 + 200)",
                               f"((uint32_t)q[{variable}] & 255u)", f"(uint8_t)({variable} - 1)"])
        if choice < 0.36:
            return f"(uint32_t){variable} + {rng.randrange(20)}u"
        if choice < 0.5 and len(self.loops) > 1:
            outer, _ = self.loops[-2]
            inner, _ = self.loops[-1]
            width = rng.choice(["13", "16", "w", "40"])
            return f"{outer} * {width} + {inner} + {rng.randrange(5)}"
        scale = rng.choice([1, 1, 1, 1, 2, 3, 5, -1, -2])
        if scale < 0:
            return f"{-scale * largest + rng.randrange(8)} - {-scale} * {variable}"
        return f"{scale} * {variable} + {rng.randrange(12)}"

    def place(self):
        rng = self.rng
        choice = rng.random()
        if choice < 0.08:
            return f"s[{self.index()} % 20].{rng.choice(['x', 'y', 'z', 'w[1]', 'w[2]'])}"
        if choice < 0.13:
            return f"local[({self.index()}) & 15]"
        if choice < 0.17:
            return "total"
        if choice < 0.27:
            return rng.choice(["*p", "p[1]", "p[-1]", f"p[({self.index()}) & 31]", "*held.at", "held.at[2]", "*held.wide",
                               f"held.at[({self.index()}) & 63]", f"held.wide[({self.index()}) & 63]"])
        return f"{rng.choice('abc')}[{self.index()}]"

    def stencil(self):
        """Several elements around one, on one line."""
        rng = self.rng
        array, index = rng.choice("abc"), self.index()
        distances = ["0", "1", "2", "3", "7", "w", "2 * w", "w + 2"]
        places = [f"{array}[{index} + {distance}]" for distance in rng.sample(distances, rng.randrange(2, 5))]
        return f"({' + '.join(places)}) / 8"

    def value(self):
        rng = self.rng
        if rng.random() < 0.25:
            return self.stencil()
        return rng.choice([f"(int32_t){self.place()} & 127", f"({self.place()} + {self.place()}) / 4",
                           f"{self.place()} / 2", str(rng.randrange(100)), "k"])

    def statement(self):
        rng = self.rng
        choice = rng.random()
        if choice < 0.34:
            self.line(f"{self.place()} = {self.value()};")
        elif choice < 0.52:
            self.line(f"sum += (int32_t){self.place()} & 15;")
        elif choice < 0.62:
            self.line(f"{self.place()} += 1;")
        elif choice < 0.74 and self.depth < 5:
            condition = rng.choice([f"(int32_t){self.place()} & 1", "k > 3", "n == 7", "sum & 1"])
            self.line(f"if ({condition}) {{")
            self.block(rng.randrange(1, 3))
            if rng.random() < 0.3:
                self.line("} else {")
                self.block(1)
            self.line("}")
        elif choice < 0.79 and self.loops:
            condition = rng.choice([f"(int32_t){self.place()} % 11 == 3", f"{self.loops[-1][0]} == 5", "k == 2"])
            self.line(f"if ({condition})")
            self.line(f"  {rng.choice(['break', 'break', 'continue', 'return sum'])};")
        elif choice < 0.82:
            size = rng.choice(["16", "24", "200", "k * 4", "n"])
            other = rng.choice("bc")
            routine = rng.choice([f"memcpy(local, {other} + k, {'24' if size in ('200', 'k * 4', 'n') else size})",
                                  f"memset(a + k, 3, {size})", f"memmove(a + k, b + 2, {size})"])
            self.line(f"{routine};")
        elif choice < 0.86:
            self.line(rng.choice(["sum += quiet(sum & 7);", f"set((int32_t*)s + k, quiet({self.value()}));"]))
        elif choice < 0.89:
            self.line(rng.choice(["synchronise();", "sum += maybe_synchronise(sum & 15);"]))
        elif choice < 0.91:
            self.line(f"*(volatile int32_t*)(s + k) = sum;")
        elif choice < 0.95:
            self.line(rng.choice([
                "if (p < low + 150) p += 1;", "if (p < low + 150) p += k;", "if (p > low + 8) p -= 1;",
                f"if (sum & 1) p = low + {rng.randrange(1, 150)};", "if (held.at < q + 400) held.at++;",
                "if (held.wide < (int64_t*)q + 400) held.wide += 2;", "if (sum & 2) held.at = q + k;"]))
        elif self.depth < 4:
            self.loop()
        else:
            self.line("sum += k;")

    def even_loop(self):
        """Nothing but accesses that move evenly, not all of them in each round: what is known before the loop of all of them."""
        rng = self.rng
        i = self.variable()
        arrays = rng.choice(["a", "b", "c", "abc"])
        self.line(f"for (long {i} = 0; {i} < {rng.choice(['n', 'm', '9', 'n + 12'])}; {i} += {rng.choice([1, 1, 2])}) {{")
        for _ in range(rng.randrange(1, 4)):
            array = rng.choice(arrays)
            place = rng.choice([f"{array}[{rng.choice(['', '2 * ', '3 * '])}{i} + {rng.randrange(5)}]",
                                f"{array}[{rng.randrange(40, 60)} - {rng.choice(['', '2 * '])}{i}]",
                                f"{array}[k]", f"held.at[{i}]"])
            self.line(f"  if ((({i} * {rng.randrange(1, 9)} + k) & {rng.choice([1, 3, 6])}) == {rng.randrange(2)}) {{")
            self.line(f"    {rng.choice([f'{place} = k;', f'sum += (int32_t){place} & 15;', f'{place} += 1;'])}")
            self.line("  }")
        self.line("}")

    def loop(self):
        rng = self.rng
        if rng.random() < 0.2:
            self.even_loop()
            return
        i = self.variable()
        kind = rng.choice(["int", "int", "long", "size_t", "uint32_t", "uint8_t"])
        largest = 14
        end = rng.choice(["n", "n", "m", "9", "k", "n + 1"])
        step = rng.choice([1, 1, 1, 2, 3])
        form = rng.random()
        if form < 0.55:
            self.line(f"for ({kind} {i} = {rng.choice(['0', '0', '1', 'k'])}; {i} < ({kind})({end}); {i} += {step}) {{")
        elif form < 0.7:
            self.line(f"for ({kind} {i} = {end}; {i}-- > 0;) {{")
        elif form < 0.8:
            self.line(f"for (int {i} = {end}; {i} >= 0; {i} -= {step}) {{")
        elif form < 0.9:
            self.line(f"for ({kind} {i} = 0; {i} != ({kind})({end}); {i}++) {{")
        else:  # not even a number of iterations that is known before
            self.line(f"for (int {i} = 0; {i} < 12 && (int32_t){self.rng.choice('abc')}[{i}] % 7 != 6; {i}++) {{")
        self.loops.append((i, largest))
        self.block(rng.randrange(1, 4))
        self.loops.pop()
        self.line("}")

    def text(self):
        parameters = ", ".join(f"{kind}* {name}" for name, kind in self.arrays.items())
        self.line("int32_t sum = 0;")
        self.line("int32_t local[16] = {0};")
        self.line(f"{self.walker}* low = ({self.walker}*)q;")
        self.line(f"{self.walker}* p = low + {self.rng.randrange(1, 150)};")
        self.line(f"held = (struct held){{q + {self.rng.randrange(200)}, (int64_t*)q + {self.rng.randrange(200)}}};")
        self.body(0.75)
        self.line("return sum + local[k & 15];")
        head = f"NOINLINE static int32_t {self.name}({parameters}, struct point* s, int32_t* q, int n, int m, int k, int w) {{"
        return "\n".join([head, "  int32_t total = 0;", *self.lines, "}"]).replace("return sum + local[k & 15];",
                                                                              "return sum + total + local[k & 15];")

    # Arrays overlap now and then, and begin where they like.
    BEGINS = (64, 72, 4040, 4088, 8136, 8200, 12240, 12280)
    MARKS = (0xFF, 0xFF, 0x55, 0xAA, 0x10)

    def call(self):
        rng = self.rng
        arguments = [f"({kind}*)(arena + {rng.choice(self.BEGINS) // TYPES[kind] * TYPES[kind]})" for kind in self.arrays.values()]
        n, m, k, w = rng.choice(TRIPS), rng.choice(TRIPS), rng.choice([0, 1, 2, 5, 8]), rng.choice([13, 16, 20])
        arguments += ["(struct point*)(arena + 20480)", f"(int32_t*)(arena + {rng.choice([24576, 28160])})", str(n), str(m), str(k), str(w)]
        return f"{self.name}({', '.join(arguments)})"


class EvenFunction(Function):
    """Nothing but even loops, over arrays that go from a page with a mark to one without or the other way round."""

    BEGINS = (4040, 8136, 12240)
    MARKS = (0x55, 0xAA)

    def body(self, share_of_loops):
        for _ in range(4):
            self.even_loop()


def program(seed, functions):
    """The text of a program, the same for the same seed."""
    rng = random.Random(seed)
    made = [Function(rng, f"f{i}") for i in range(functions)] + [EvenFunction(rng, "even")]
    texts = [HEADER, *(function.text() for function in made), "int main(void) {", "  int32_t sum = 0;"]
    for function in made:
        for _ in range(3):
            texts += ["  for (int i = 0; i < 32768; i++)", f"    arena[i] = (unsigned char)(i * {rng.randrange(3, 99, 2)} >> 3);",
                      f"  mark_pages({rng.choice(function.MARKS)});", "  synchronise();",
                      f"  sum += {function.call()};", "  synchronise();", "  mark_pages(0);"]
    texts += ["  return sum == 12345678;", "}", ""]
    return "\n".join(texts)
