import { createSidecarHost } from '../../harness/sidecar/sidecar-host.ts'

/**
 * The owner of a sidecar, for tests that end it.
 *
 * node sidecar-owner.ts
 *
 * It says the pid and the socket's path of its sidecar, and waits for a signal.
 */
createSidecarHost({
  onStarted(sidecar) {
    started = sidecar
    return () => undefined
  },
})
  .ask('uniswap-v2.quote', {}, new AbortController().signal)
  .catch(() => console.log(JSON.stringify(started)))

let started: { readonly pid: number; readonly ipcPath: string } | undefined

setInterval(() => undefined, 1_000)
