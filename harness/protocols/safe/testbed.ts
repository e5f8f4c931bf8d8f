import { BASE } from '../../../tools/protocols/safe/base.ts'
import { defineTestbed } from '../testbed.ts'
import { ACCOUNT } from './account.ts'
import { loadSafeArtifact, SAFE_CONTRACTS } from './artifacts.ts'

/** The contracts of Safe at their canonical addresses. */
export const TESTBED = defineTestbed({
  packages: ['@safe-global/safe-contracts'],
  account: ACCOUNT,
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
  unobservable: {
    SAFE_SETTING_REFUSED: {
      reason: 'no tool plans it, and no decoder knows what would',
      test: 'tools/protocols/safe/own-acts.test.ts',
    },
    SAFE_CODE_MISSING: {
      reason: 'what the default policy lists has code',
      test: 'tools/protocols/safe/own-acts.test.ts',
    },
    SAFE_OUTCOME_UNKNOWN: {
      reason: 'needs a second relayer of the same Safe',
      test: 'test/custody/custody.test.ts',
    },
  },
  async deploy({ chain, book, deployer }) {
    const addresses = BASE.on(book)
    for (const name of SAFE_CONTRACTS) {
      await chain.place(loadSafeArtifact(name), addresses[name], [], deployer)
    }
  },
})
