import type { Law } from './law.ts'
import { listUsed } from './list-used.ts'

/** A permit is used up at most once, and is named by the log before anything of it can happen. */
export const ONE_CONSUMPTION: Law = {
  name: 'law.one-consumption',
  invariants: ['I13', 'I49'],
  watch() {
    const consumed = new Set<string>()
    let read = 0
    return (moment) => {
      const { store } = moment.stage.session
      for (const entry of store.readAudit(read + 1, Number.MAX_SAFE_INTEGER)) {
        read = entry.index
        if (entry.kind !== 'consumed') continue
        const { permitId } = JSON.parse(entry.body) as { readonly permitId: string }
        if (consumed.has(permitId)) return { expected: `${permitId} consumed once`, found: 'a second time' }
        consumed.add(permitId)
      }
      const isCaughtUp = store.auditHead().entries === read
      if (!isCaughtUp) return undefined
      const silent = listUsed(moment).find(({ permitId }) => !consumed.has(permitId))
      return silent && { expected: `${silent.permitId} consumed before it was used up`, found: 'no entry' }
    }
  },
}
