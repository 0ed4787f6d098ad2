/* bcryptprimitives.dll for Wine 8, which lacks it. Programs made by Go and Rust, such as bundlers, ask it alone for random bytes. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) {
  return RtlGenRandom(data, (ULONG)length);
}
