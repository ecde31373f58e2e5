// Reads an input strictly, by testlib, which the system that runs this brings.
#include "testlib.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <utility>
#include <vector>

using u64 = unsigned long long;

inline void check(bool right, const char* why) { ensuref(right, "%s", why); }

inline u64 number(u64 low, u64 high) { return inf.readUnsignedLong(low, high); }

inline void blank() { inf.readSpace(); }

inline void newline() { inf.readEoln(); }

inline bool at_end() { return inf.eof(); }

inline bool at_zero() { return inf.curChar() == '0'; }

inline std::string text() { return inf.readLine(); }

inline void end() { inf.readEof(); }
