import type { ExtensionFactory } from '@earendil-works/pi-coding-agent'
import type { BardoHost } from './bardo-host.ts'

/**
 * Create `bardo-custody`: custody has its wallet from the start of a session to its end. Without it whatever would
 * sign ends with WALLET_NOT_CONFIGURED.
 */
export const createBardoCustody =
  (host: BardoHost): ExtensionFactory =>
  (pi) => {
    let disconnect = () => {}
    pi.on('session_start', () => {
      disconnect()
      disconnect = host.connectWallet()
    })
    pi.on('session_shutdown', () => {
      disconnect()
      disconnect = () => {}
    })
  }
