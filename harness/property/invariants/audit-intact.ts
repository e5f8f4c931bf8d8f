import type { Law } from './law.ts'

/** The longest log that is verified after every step; a longer one each time that it grew by as much. */
const EVERY = 128

/** The chain of the log verifies. */
export const AUDIT_INTACT: Law = {
  name: 'law.audit-intact',
  invariants: ['I50'],
  watch() {
    let verified = 0
    return ({ stage }) => {
      const { entries } = stage.session.store.auditHead()
      const grown = entries - verified
      if (entries > EVERY && grown >= 0 && grown < EVERY) return undefined
      verified = entries
      const found = stage.session.agent.safety.view.verifyAudit()
      return found.ok ? undefined : { expected: 'an intact chain', found: found.problem ?? 'a broken one' }
    }
  },
}
