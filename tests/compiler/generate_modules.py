"""Random programs of two modules: functions of generate.py in both of them, and objects (blocks of the heap and variables) of which some
are shown to others (outside.c), in roundabout ways through both modules: through variables, fields, arrays, numbers, halves and bytes,
function pointers, variable arguments; and which both modules access, with calls in between that synchronise or not.

The program itself does not depend on addresses. A *road* takes a pointer and gives it back: `put` leaves it somewhere, `get` finds it.
There are programs with a few random ones (`program`), and programs with little more than all of them (`all_roads`).
"""

import random
import re
from dataclasses import dataclass

import generate

HEADER = """\
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define NOINLINE __attribute__((noinline))
#define OBJECT __attribute__((aligned(256)))
extern unsigned char arena[];
void synchronise(void);
void mark_pages(unsigned pages);
void mark_objects(void);
int given(int value);
void show(void* object), show_number(uintptr_t number), show_many(int many, ...), **mailbox(int i);
void call_back(void (*with)(int32_t*), int32_t* object), *shown(void* object);
struct point { int32_t x, y; double z; int16_t w[3]; };
struct held { int32_t* at; int64_t* wide; };
struct box { int64_t before; int32_t* at; uintptr_t number; struct box* next; int32_t* (*how)(int32_t*); int64_t more[27]; };
union quarters { int32_t* p; uint16_t h[4]; };
struct pair { int64_t first; int32_t* second; };
struct narrow { uint64_t other : 7, number : 57; };
struct packed { char before; int32_t* at; } __attribute__((packed));
typedef int64_t two __attribute__((vector_size(16)));
struct many { int32_t n[3]; int32_t* before; int32_t* at[4]; struct held held[3]; int32_t* after; };
extern struct held held;
"""
# Of the functions in generate.py and of those below: in one module or the other, and known to both.
HELPERS = [
    *generate.HELPERS,
    "int32_t deeper(int32_t v) {\n  return v > 0 ? deeper(v - 2) + 1 : maybe_synchronise(1 - v);\n}",
    "int32_t quiet_for_long(int32_t v) {\n  return v > 0 ? quiet_for_long(v - 3) + 1 : quiet(v);\n}",
]
VARIABLES = ["struct held held;", "int32_t (*choice[2])(int32_t) = {quiet, maybe_synchronise};", "int32_t (*always)(int32_t) = quiet;"]


@dataclass
class Road:
    variables: str  # X is a name of its own
    put: str  # of p, with a number k
    get: str  # with the same k
    helpers: str = ""  # functions that `put` calls


ROADS = [
    Road("int32_t* Xp;", "Xp = p;", "Xp"),
    Road("struct box Xb OBJECT;", "Xb.at = p;", "Xb.at"),
    Road("struct box Xb OBJECT; struct box Xc OBJECT;", "struct box t = Xb; t.at = p; Xc = t;", "Xc.at"),
    Road("struct box Xb[3] OBJECT;", "Xb[0].at = p; memmove(Xb + 1, Xb, sizeof *Xb);", "Xb[1].at"),
    Road("struct box Xb[2] OBJECT;", "Xb[k & 1].at = p;", "Xb[k & 1].at"),
    Road("struct box Xb OBJECT; struct box* Xn;", "Xn = &Xb; Xn->next = Xn; Xn->next->next->at = p;", "Xb.at"),
    Road("struct box* Xn;", "struct box* n = malloc(SIZE); n->next = 0; n->at = p; Xn = malloc(SIZE); Xn->at = 0; Xn->next = n;",
         "({ struct box* n = Xn; while (n->at == 0) n = n->next; n->at; })"),
    Road("int32_t* Xp[4];", "Xp[k & 3] = p;", "Xp[(k + 4) & 3]"),
    Road("struct pair Xa[5];", "Xa[k % 5].second = p;", "(&Xa[4] - 4 + k % 5)->second"),
    Road("uintptr_t Xn;", "Xn = (uintptr_t)p;", "(int32_t*)Xn"),
    Road("uintptr_t Xn, Xm;", "Xm = 0x1234567u * (uintptr_t)k; Xn = (uintptr_t)p ^ Xm;", "(int32_t*)(Xn ^ Xm)"),
    Road("uintptr_t Xn;", "Xn = ~(uintptr_t)p * 3;", "(int32_t*)~(Xn * 0xaaaaaaaaaaaaaaabu)"),
    Road("uintptr_t Xn;", "Xn = (uintptr_t)p << 20 | (uintptr_t)p >> 44;", "(int32_t*)(Xn >> 20 | Xn << 44)"),
    Road("uintptr_t Xn;", "__atomic_fetch_add(&Xn, (uintptr_t)p - Xn, __ATOMIC_RELAXED);", "(int32_t*)__atomic_load_n(&Xn, __ATOMIC_RELAXED)"),
    Road("int32_t* Xp;", "int32_t* old = __atomic_exchange_n(&Xp, p, __ATOMIC_RELAXED); if (old == p) Xp = old;", "Xp"),
    Road("int32_t *Xp, *Xq;", "Xq = Xp; __atomic_compare_exchange_n(&Xp, &Xq, p, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);", "Xp"),
    Road("uint32_t Xh[2];", "Xh[0] = (uint32_t)(uintptr_t)p; Xh[1] = (uint32_t)((uintptr_t)p >> 32);",
         "(int32_t*)(Xh[0] | (uintptr_t)Xh[1] << 32)"),
    Road("uint32_t Xh[2];", "memcpy(Xh, &p, 4); memcpy(Xh + 1, (char*)&p + 4, 4);", "({ int32_t* r; memcpy(&r, Xh, 8); r; })"),
    Road("unsigned char Xc[8];", "for (int i = 0; i < 8; i++) Xc[i] = ((unsigned char*)&p)[i];",
         "({ int32_t* r; for (int i = 7; i >= 0; i--) ((unsigned char*)&r)[i] = Xc[i]; r; })"),
    Road("unsigned char Xc[16];", "memcpy(Xc + 3, &p, 8);", "({ int32_t* r; memcpy(&r, Xc + 3, 8); r; })"),
    Road("double Xd;", "memcpy(&Xd, &p, 8);", "({ double d = Xd; int32_t* r; memcpy(&r, &d, 8); r; })"),
    Road("two Xv;", "two v = {k, (int64_t)p}; Xv = v + (two){1, 0};", "(int32_t*)Xv[1]"),
    Road("union quarters Xu, Xw;", "Xu.p = p; for (int i = 0; i < 4; i++) Xw.h[i] = Xu.h[i];", "Xw.p"),
    Road("int32_t* Xp;", "*Xto(k) = p;", "Xp", "static NOINLINE int32_t** Xto(int k) { return &Xp; }"),
    Road("int32_t *Xp, *Xq;", "*(k > 100 ? &Xq : &Xp) = p;", "Xp"),
    Road("int32_t* Xp;", "Xput(&Xp, p);", "Xp", "static NOINLINE void Xput(int32_t** to, int32_t* p) { *to = p; }"),
    Road("struct pair Xa;", "Xa = Xpair(p, k);", "Xa.second",
         "static NOINLINE struct pair Xpair(int32_t* p, int k) { return (struct pair){k, p}; }"),
    Road("struct box Xb OBJECT;", "struct box t = {k, p}; Xb = Xsame(t);", "Xb.at", "static NOINLINE struct box Xsame(struct box b) { return b; }"),
    Road("int32_t* Xp;", "Xtake(k, p);", "Xp",
         "static NOINLINE void Xtake(int k, ...) { va_list l; va_start(l, k); Xp = va_arg(l, int32_t*); va_end(l); }"),
    Road("int32_t* Xp; int32_t* (*Xhow)(int32_t*);", "Xhow = Xsame; Xp = Xhow(p);", "Xp", "static int32_t* Xsame(int32_t* p) { return p; }"),
    Road("int32_t* Xp; struct box Xb OBJECT;", "Xb.how = Xkeep; Xb.how(p);", "Xp", "static int32_t* Xkeep(int32_t* p) { return Xp = p; }"),
    Road("int32_t* Xp;", "Xp = Xdown(p, k);", "Xp",
         "static NOINLINE int32_t* Xdown(int32_t* p, int k) { return k > 0 ? Xdown(p, k - 1) : p; }"),
    # Arrays in structures, whose other fields stay apart.
    Road("struct many Xm;", "Xm.n[k % 3] = k; Xm.at[k & 3] = p;", "Xm.at[(k + 4) & 3]"),
    Road("struct many Xm;", "Xm.at[k & 3] = p;", "Xm.at[0] ? Xm.at[0] : Xm.at[1] ? Xm.at[1] : Xm.at[2] ? Xm.at[2] : Xm.at[3]"),
    Road("struct many Xm;", "Xm.at[k & 3] = 0; Xm.at[2] = p;", "Xm.at[(k & 0) + 2]"),
    Road("struct many Xm, Xn;", "Xm.held[k % 3].at = p; Xm.held[k % 3].wide = 0; Xn = Xm;",
         "Xn.held[0].at ? Xn.held[0].at : Xn.held[1].at ? Xn.held[1].at : Xn.held[2].at"),
    Road("struct many Xm, Xn;", "Xm.held[1].at = p; Xn = Xm; Xn.held[2] = Xn.held[(k & 0) + 1];", "Xn.held[2].at"),
    Road("struct many Xm, Xn;", "Xm.held[given(2)].at = p; Xn = Xm;", "Xn.held[2].at"),
    Road("struct many Xm, Xn;", "Xm.held[2].at = p; Xn = Xm;", "Xn.held[given(2)].at"),
    Road("struct many Xm; int32_t* Xq[4];", "Xm.at[3] = p; memcpy(Xq, Xm.at, sizeof Xq);", "Xq[given(3)]"),
    Road("struct many Xm; int32_t* Xq[4];", "Xm.at[given(3)] = p; memcpy(Xq, Xm.at, sizeof Xq);", "Xq[3]"),
    Road("struct many Xm, Xn;", "Xm.at[given(3)] = 0; (k > 100 ? &Xm : &Xn)->at[1] = p;", "Xn.at[given(1)]"),
    Road("struct many Xm;", "Xm.before = p; Xm.at[k & 3] = 0; Xm.n[k % 3] = 2;", "Xm.before"),
    Road("struct many Xm;", "int32_t** q = &Xm.at[k & 1]; q[2] = p;", "Xm.at[2] ? Xm.at[2] : Xm.at[3]"),
    Road("struct many Xm;", "Xm.at[k & 3] = 0; int32_t** q = Xto(&Xm, 3); ((struct many*)((char*)q - 48))->after = p;", "Xm.after",
         "static NOINLINE int32_t** Xto(struct many* m, int k) { return &m->at[k]; }"),
    Road("struct many Xm;", "Xm.at[k & 3] = 0; int32_t** q = Xto(&Xm, 0); ((struct many*)((char*)q - 24))->before = p;", "Xm.before",
         "static NOINLINE int32_t** Xto(struct many* m, int k) { return &m->at[k]; }"),
    Road("struct many Xm; struct many* Xn;", "Xm.at[k & 3] = p; Xn = malloc(SIZE); memcpy(Xn, &Xm, sizeof Xm);", "Xn->at[k & 3]"),
    Road("struct many *Xm, *Xn;", "Xm = calloc(SIZE, 1); Xm[1].at[k & 3] = p; Xn = Xm + 1;",
         "Xn->at[0] ? Xn->at[0] : Xn->at[1] ? Xn->at[1] : Xn->at[2] ? Xn->at[2] : Xn->at[3]"),
    Road("struct many *Xm;", "Xm = calloc(SIZE, 1); Xm[k & 1].held[k % 3].at = p;",
         "Xm[k & 1].held[0].at ? Xm[k & 1].held[0].at : Xm[k & 1].held[1].at ? Xm[k & 1].held[1].at : Xm[k & 1].held[2].at"),
    Road("struct many Xm; int32_t* Xq[4];", "Xm.at[k & 3] = p; memcpy(Xq, Xm.at, sizeof Xq);", "Xq[0] ? Xq[0] : Xq[1] ? Xq[1] : Xq[2] ? Xq[2] : Xq[3]"),
    Road("struct many Xm; int32_t* Xq[2];", "Xm.at[2 + (k & 1)] = p; Xm.at[k & 1] = 0; memcpy(Xq, Xm.at + 2, sizeof Xq);", "Xq[0] ? Xq[0] : Xq[1]"),
    Road("struct many Xm;", "for (int i = 0; i < 4; i++) Xm.at[i] = i == (k & 3) ? p : 0;",
         "({ int32_t* r = 0; for (int32_t** q = Xm.at; q != Xm.at + 4; q++) if (*q) r = *q; r; })"),
    Road("struct many Xm;", "Xput(&Xm, k & 3, p); Xput(&Xm, (k + 1) & 3, 0);", "Xm.at[k & 3]",
         "static NOINLINE void Xput(struct many* m, int i, int32_t* p) { m->at[i] = p; }"),
    # Functions that are called in several ways, with this pointer in one of them.
    Road("int32_t *Xp, *Xq; struct box Xb OBJECT;", "Xput(&Xq, 0); Xput(&Xb.at, Xq); Xput(&Xp, p);", "Xp",
         "static NOINLINE void Xput(int32_t** to, int32_t* p) { *to = p; }"),
    Road("struct box Xb OBJECT;", "Xput(&Xb.at, 0); Xput((int32_t**)&Xb.number, p); Xput((int32_t**)&Xb.next, 0);", "(int32_t*)Xb.number",
         "static NOINLINE void Xput(int32_t** to, int32_t* p) { *to = p; }"),
    Road("struct box* Xn; struct box* Xm;", "Xm = Xnew(0, SIZE); Xn = Xnew(p, SIZE); Xm->next = Xn; Xm->at = 0;", "Xm->next->at",
         "static NOINLINE struct box* Xnew(int32_t* p, size_t size) { struct box* n = malloc(size); n->at = p; return n; }"),
    Road("int32_t* Xp;", "Xp = Xturn(0, p, k);", "Xp",
         "static NOINLINE int32_t* Xturn(int32_t* a, int32_t* b, int k) { return k > 0 ? Xturn(b, a, k - 1) : a ? a : b; }"),
    Road("int32_t *Xp, *Xq;", "Xq = Xeven(0, k); Xp = Xeven(p, k);", "Xp",
         "static NOINLINE int32_t* Xodd(int32_t* p, int k);\n"
         "static NOINLINE int32_t* Xeven(int32_t* p, int k) { return k > 0 ? Xodd(p, k - 1) : p; }\n"
         "static NOINLINE int32_t* Xodd(int32_t* p, int k) { return k > 0 ? Xeven(p, k - 1) : p; }"),
    Road("int32_t *Xp, *Xq;", "Xa(&Xq, 0); Xa(&Xp, p);", "Xp",
         "static NOINLINE void Xc(int32_t** to, int32_t* p) { *to = p; }\n"
         "static NOINLINE void Xb(int32_t** to, int32_t* p) { Xc(to, p); }\n"
         "static NOINLINE void Xa(int32_t** to, int32_t* p) { Xb(to, p); }"),
    Road("int32_t *Xp, *Xlast;", "Xkeep(0); Xkeep(p); Xp = Xkeep(0);", "Xp",
         "static NOINLINE int32_t* Xkeep(int32_t* p) { int32_t* before = Xlast; Xlast = p; return before; }"),
    Road("int32_t *Xp, *Xq;", "Xq = Xby(0, Xa); Xp = Xby(p, Xb);", "Xp",
         "static NOINLINE int32_t* Xa(int32_t* p) { return p; }\nstatic NOINLINE int32_t* Xb(int32_t* p) { return p + 2 - 2; }\n"
         "static NOINLINE int32_t* Xby(int32_t* p, int32_t* (*how)(int32_t*)) { return how(p); }"),
    Road("uintptr_t Xn, Xm;", "Xm = Xnumber(0); Xn = Xnumber(p);", "(int32_t*)(Xn - 7)",
         "static NOINLINE uintptr_t Xnumber(int32_t* p) { return (uintptr_t)p + 7; }"),
    Road("struct held Xh; struct held Xi;", "Xi = Xhold(0, 0); Xh = Xhold(p, Xi.at);", "Xh.at",
         "static NOINLINE struct held Xhold(int32_t* p, int32_t* q) { return (struct held){p, (int64_t*)q}; }"),
    Road("int32_t* Xp; int32_t** const Xway = &Xp;", "*Xway = p;", "Xp"),
    Road("int32_t* Xp;", "Xp = p + 3;", "Xp - 3"),
    Road("int64_t Xf; char* Xfrom;", "Xfrom = (char*)malloc(SIZE); Xf = (int64_t)((uintptr_t)p - (uintptr_t)Xfrom);",
         "(int32_t*)((uintptr_t)Xfrom + (uintptr_t)Xf)"),
    Road("int64_t Xf; char* Xfrom;", "Xfrom = (char*)malloc(SIZE); Xf = (char*)p - Xfrom;", "(int32_t*)(Xfrom + Xf)"),
    Road("_Thread_local int32_t* Xp;", "Xp = p;", "Xp"),
    Road("int32_t* Xp;", '__asm__("" : "+r"(p)); Xp = p;', "Xp"),
    Road("int32_t* Xp;", '__asm__ volatile("" : : "r"(&Xp), "r"(p) : "memory"); Xp = p;', "Xp"),
    Road("int32_t* Xp;", "switch (k & 3) { case 0: Xp = p; break; case 1: Xp = p + 1; Xp--; break; default: Xput(p); }", "Xp",
         "static NOINLINE void Xput(int32_t* p) { Xp = p; }"),
    Road("uintptr_t* Xq;", "Xq = malloc(SIZE); Xq[k & 7] = (uintptr_t)p;", "(int32_t*)Xq[k & 7]"),
    Road("struct box Xb OBJECT;", "Xb.number = (uintptr_t)p; memcpy(&Xb.at, &Xb.number, 8);", "Xb.at"),
    Road("struct narrow Xn;", "Xn.number = (uintptr_t)p >> 8;", "(int32_t*)((uintptr_t)Xn.number << 8)"),
    Road("uint32_t Xn;", "Xn = (uint32_t)((uintptr_t)p / 256);", "(int32_t*)((uintptr_t)Xn * 256)"),
    Road("uintptr_t Xn;", "Xn = (uintptr_t)p | 5;", "(int32_t*)(Xn & ~(uintptr_t)7)"),
    Road("unsigned __int128 Xn;", "Xn = (unsigned __int128)(uintptr_t)p << 40;", "(int32_t*)(uintptr_t)(Xn >> 40)"),
    Road("struct pair Xa, Xc;", "Xa.second = p; unsigned __int128 w; memcpy(&w, &Xa, 16); memcpy(&Xc, &w, 16);", "Xc.second"),
    Road("int32_t* Xp;", "Xp = Xsame(p);", "Xp", "__attribute__((weak, noinline)) int32_t* Xsame(int32_t* p) { return p; }"),
    Road("int32_t* Xp;", "Xp = Xtable[k & 1](p);", "Xp",
         "static int32_t* Xa(int32_t* p) { return p; }\nstatic int32_t* Xb(int32_t* p) { return p + 1 - 1; }\n"
         "static int32_t* (*const Xtable[2])(int32_t*) = {Xa, Xb};"),
    Road("int32_t* Xp;", "int32_t* t[k + 1]; t[k] = p; Xp = t[k];", "Xp"),
    Road("struct pair Xa[4];", "struct pair t[4] = {0}; t[k & 3].second = p; for (int i = 0; i < 4; i++) Xa[i] = t[i];", "Xa[k & 3].second"),
    Road("double _Complex Xz, Xy;", "memcpy(&Xz, &p, 8); Xy = Xz;", "({ int32_t* r; memcpy(&r, &Xy, 8); r; })"),
    Road("struct packed Xa;", "Xa.at = p;", "Xa.at"),
    Road("struct box Xb OBJECT; struct box Xc OBJECT;", "Xb.at = p; memcpy(&Xc, &Xb, 12); memcpy((char*)&Xc + 12, (char*)&Xb + 12, 4);", "Xc.at"),
    Road("struct box Xb OBJECT; int32_t** Xat;", "Xat = &Xb.at; ((struct box*)((char*)Xat - 8))->next = (struct box*)p;", "(int32_t*)Xb.next"),
    Road("struct box Xb OBJECT;", "*(k & 1 ? &Xb.at : (int32_t**)&Xb.number) = p;", "k & 1 ? Xb.at : (int32_t*)Xb.number"),
    Road("int64_t Xm[100], Xl[100];", "memcpy(Xm + 77, &p, 8); memcpy(Xl, Xm, sizeof Xm);", "(int32_t*)Xl[77]"),
    Road("int64_t Xm[64], Xl[65];", "Xm[63] = (int64_t)p; memcpy(Xl + 1, Xm, sizeof Xm);", "(int32_t*)Xl[64]"),
    Road("int64_t Xm[64], Xl[64];", "Xm[3] = (int64_t)p; memcpy(Xl + k, Xm + k, 8 * (8 - k));", "(int32_t*)Xl[3]"),
    Road("struct box Xb OBJECT; struct box* Xn;", "Xn = &Xb; Xb.next = Xn; Xb.more[k] = (int64_t)p; Xn = Xn->next;", "(int32_t*)Xn->more[k]"),
    Road("int32_t* Xp; void* Xq;", "Xq = &Xp; int32_t*** w = (int32_t***)&Xq; **w = p;", "Xp"),
    Road("int32_t* Xp;", "*(int32_t**)mailbox(NUMBER) = p; Xp = *(int32_t**)mailbox(NUMBER);", "Xp"),
    Road("int32_t* Xp;", "Xp = shown(p);", "Xp"),
    Road("int32_t* Xp;", "call_back(Xkeep, p);", "Xp", "static void Xkeep(int32_t* p) { Xp = p; }"),
]

ENDS = [
    Road("", "show(p);", ""),
    Road("", "show((char*)p + 12);", ""),
    Road("", "show_number((uintptr_t)p);", ""),
    Road("", "show_many(2, p, p + 1);", ""),
    Road("", "*mailbox(NUMBER) = p;", ""),
    Road("", "call_back(Xset, p);", "", "static void Xset(int32_t* p) {\n  p[2] = 3;\n}"),
    Road("void (*Xout)(void*) = show;", "Xout(p);", ""),
    Road("struct box Xb OBJECT;", "Xb.at = p; show(&Xb);", ""),
    Road("struct box Xb OBJECT;", "show(&Xb.number); Xb.at = p;", ""),
    Road("", "struct box* n = malloc(SIZE); n->next = malloc(SIZE); n->next->at = p; show(n);", ""),
    Road("struct box Xb[2] OBJECT;", "Xb[k & 1].at = p; show(&Xb[k & 1]);", ""),
    Road("struct box Xb OBJECT;", "struct box* n = malloc(SIZE); n->number = (uintptr_t)p; memcpy(&Xb, n, sizeof Xb); show(&Xb);", ""),
    Road("int32_t* Xp;", "Xp = p; Xtell();", "", "static NOINLINE void Xtell(void) { show(Xp); }"),
]


OBJECTS = (2, 5)  # at least, and less than


class Work(generate.Lines):
    """A function that accesses two blocks of 32 numbers. `loops`: variables"""

    def place(self):
        rng = self.rng
        array = rng.choice("pppq")
        if not self.loops or rng.random() < 0.2:
            return f"{array}[{rng.choice(['k', '3', '17', '(k + 9) & 31'])}]"
        i = rng.choice(self.loops)
        return f"{array}[{rng.choice([i, i, f'{i} + 5', f'2 * {i}', f'14 - {i}', f'(uint8_t)({i} * 37) & 31', f'{i} + k'])}]"

    def statement(self):
        rng = self.rng
        choice = rng.random()
        if choice < 0.35:
            self.line(f"{self.place()} = ({self.place()} + {rng.randrange(9)}) & 127;")
        elif choice < 0.6:
            self.line(f"sum += {self.place()} & 15;")
        elif choice < 0.68:
            self.line(f"{self.place()} ^= 1;")
        elif choice < 0.76:
            self.line(rng.choice(["memset(p + k, 1, 4 * n);", "memcpy(q + 20, p, 40);", "memmove(p + 4, p + k, 24);"]))
        elif choice < 0.9:
            self.line(rng.choice(["sum += quiet(sum & 7);", "sum += maybe_synchronise(sum & 15);", "sum += deeper(sum & 7);",
                                  "sum += quiet_for_long(sum & 15);", "sum += choice[sum & 1](sum & 7);", "sum += always(sum & 7);",
                                  "set(p + k, sum & 31);", "synchronise();"]))
        elif self.depth < 4:
            self.loop()
        else:
            self.line("sum++;")

    def loop(self):
        i = f"i{len(self.lines)}"
        self.line(f"for (int {i} = {self.rng.choice('001k')}; {i} < {self.rng.choice(['n', 'n', '12', 'k'])}; {i}++) {{")
        self.loops.append(i)
        self.block(self.rng.randrange(1, 4))
        self.loops.pop()
        self.line("}")

    def text(self):
        self.body(0.6)
        return "\n".join([f"NOINLINE int32_t {self.name}(int32_t* p, int32_t* q, int n, int k) {{", "  int32_t sum = 0;",
                          *self.lines, "  return sum;", "}"])


class Program:
    def __init__(self, seed, functions):
        self.rng = random.Random(seed)
        self.modules = [[], []]  # texts behind the declarations
        self.declarations = []  # for both
        self.objects = 0
        self.names = 0
        for text in HELPERS:
            self.function(text)
        for text in VARIABLES:
            self.variable(text)
        self.main = []
        self.actions(functions)
        self.module(0).append("\n".join(["int main(void) {", "  int32_t sum = 0;", "  mark_objects();", *self.main,
                                         "  synchronise();", "  return sum == 12345678;", "}"]))

    def module(self, which=None):
        return self.modules[self.rng.randrange(2) if which is None else which]

    def name(self, letter):
        self.names += 1
        return f"{letter}{self.names}"

    def size(self):
        self.objects += 1
        return str(100000 + self.objects - 1)

    def variable(self, text):
        """In one of them, for both."""
        head = text.partition(" =")[0].rstrip(";")
        self.declarations.append(f"extern {head};")
        self.module().append(text)

    def function(self, text):
        self.declarations.append("NOINLINE " + text.partition(" {")[0].removeprefix("NOINLINE ") + ";")
        self.module().append(text)

    def object(self):
        """An expression for a pointer to a new one."""
        rng, name = self.rng, self.name("o")
        kind = rng.randrange(6)
        if kind == 0:
            return f"malloc({self.size()})"
        if kind == 1:
            return f"calloc({self.size()}, 1)"
        if kind == 2:
            self.function(f"int32_t* {name}(void) {{\n  return malloc({self.size()});\n}}")
        elif kind == 3:
            self.function(f"void {name}_to(int32_t** to) {{\n  *to = calloc({self.size()}, 1);\n}}")
            return f"({{ int32_t* o; {name}_to(&o); o; }})"
        elif kind == 4:
            self.variable(f"int32_t {name}[64] OBJECT;")
            return name
        else:
            self.declarations.append(f"int32_t* {name}(void);")
            self.module().append(f"static int32_t {name}_v[64] OBJECT;\nint32_t* {name}(void) {{\n  return {name}_v;\n}}")
        return f"{name}()"

    def filled(self, text, name):
        while "SIZE" in text:
            text = text.replace("SIZE", self.size(), 1)
        return re.sub(r"\bX(?=[a-z])", name, text.replace("NUMBER", str(self.names % 16)))

    def road(self, road, start):
        """Calls of a function for each half; returns what it makes of the pointer."""
        rng, name = self.rng, self.name("r")
        parts = [self.filled(text, name) for text in (road.variables, road.helpers, road.put, road.get)]
        variables, helpers, put, get = parts
        put = f"NOINLINE int32_t* {name}_put(int32_t* p, int k) {{\n  {put}\n  return p;\n}}"
        get = f"NOINLINE int32_t* {name}_get(int k) {{\n  return {get};\n}}" if get else ""
        one_module = rng.random() < 0.5
        home = self.module()
        for variable in filter(None, (text.strip() for text in variables.split(";"))):
            if one_module:
                home.append(f"static {variable};")
            else:
                self.variable(variable + ";")
        home.extend(filter(None, [helpers]))
        self.declarations.append(f"int32_t *{name}_put(int32_t* p, int k), *{name}_get(int k);")
        home.append(put)
        if get:
            (home if one_module else self.module()).append(get)
        k = rng.choice([0, 1, 2, 3])
        way = f"{name}_put({start}, given({k}))"
        return f"({way}, {name}_get(given({k})))" if get else way

    def work(self, p, q):
        name = self.name("w")
        self.function(Work(self.rng, name).text())
        self.main.append(f"  sum += {name}({p}, {q}, given({self.rng.choice([3, 7, 7, 12])}), given({self.rng.choice([0, 1, 2])}));")

    def actions(self, functions):
        rng = self.rng
        for _ in range(rng.randrange(*OBJECTS)):
            mine = self.name("p")
            self.main.append(f"  int32_t* {mine} = {self.object()};")
            known = [mine]
            for _ in range(rng.randrange(1, 5)):
                action = rng.random()
                if action < 0.35:
                    self.work(rng.choice(known), rng.choice(known))
                elif action < 0.8:
                    way = rng.choice(known)
                    for _ in range(rng.randrange(1, 4)):
                        way = self.road(rng.choice(ROADS), way)
                    known.append(self.name("p"))
                    self.main.append(f"  int32_t* {known[-1]} = {way};")
                else:
                    self.main.append(f"  {self.road(rng.choice(ENDS), rng.choice(known))};")
                if rng.random() < 0.3:
                    self.main.append("  synchronise();")
            if rng.random() < 0.8:
                self.main.append(f"  {self.road(rng.choice(ENDS), rng.choice(known[-1:] + known))};")
            for _ in range(2):
                self.work(rng.choice(known), rng.choice(known))
            self.main.append("  synchronise();")
        for i in range(functions):
            function = generate.Function(rng, f"f{i}")
            self.function(function.text().replace("NOINLINE static", "NOINLINE"))
            self.main += ["  for (int i = 0; i < 32768; i++)", "    arena[i] = (unsigned char)(i * 37 >> 3);",
                          f"  mark_pages({rng.choice([0xFF, 0x55])});", f"  sum += {function.call()};", "  synchronise();",
                          "  mark_pages(0);"]

    def texts(self):
        for module in self.modules:
            yield "\n".join([HEADER, *self.declarations, *module, ""])


class AllRoads(Program):
    """For each of them an object that leaves this way, and is accessed before and after."""

    def actions(self, functions):
        rng = self.rng
        for i, road in enumerate(rng.sample(ROADS, len(ROADS))):
            mine, write = self.name("p"), self.name("w")
            self.main.append(f"  int32_t* {mine} = {self.object()};")
            self.main.append(f"  {mine}[{rng.randrange(20)}] = 1;")
            way = self.road(road, mine)
            if rng.random() < 0.2:
                way = self.road(rng.choice(ROADS), way)
            self.main.append(f"  {self.road(rng.choice(ENDS), way)};")
            self.function(f"void {write}(int32_t* p, int n) {{\n  for (int i = 0; i < n; i++)\n    p[i] = i;\n}}")
            self.main += [f"  {write}({mine}, given(7));", f"  {mine}[9] += given(3);"]
            if i % 3 == 0:
                self.main.append("  synchronise();")


def program(seed, functions):
    """The texts of the two modules, the same for the same seed."""
    return list(Program(seed, functions).texts())


def all_roads(seed):
    return list(AllRoads(seed, 0).texts())
