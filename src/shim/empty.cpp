// Nothing, on purpose: gcc -fsanitize=thread links libtsan, and finds this in its place.
namespace farsan::shim {}
