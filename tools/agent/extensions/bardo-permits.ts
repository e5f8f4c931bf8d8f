import type { ExtensionFactory } from '@earendil-works/pi-coding-agent'
import type { BardoHost } from './bardo-host.ts'

/** Under what a session keeps the states of permits. */
export const PERMIT_ENTRY = 'bardo.permit'

/**
 * Create `bardo-permits`: the life of each permit stands in the session that it belongs to, beside the conversation.
 * What a permit allows is decided below, where it is stored; nothing reads these entries back.
 */
export const createBardoPermits =
  (host: BardoHost): ExtensionFactory =>
  (pi) => {
    let end = () => {}
    pi.on('session_start', () => {
      end()
      end = host.subscribe((event) => {
        if (event.kind !== 'permit:state') return
        const { permit_id: permitId, from, to } = event
        pi.appendEntry(PERMIT_ENTRY, { permitId, from, to })
      })
    })
    pi.on('session_shutdown', () => end())
  }
