// Nothing, on purpose: gcc -fsanitize=thread links libtsan and libtsan_preinit.o, and finds these in their place.
namespace farsan::shim {}
