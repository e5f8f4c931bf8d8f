import { expect, test } from 'vitest'
import { ToolError } from '../../core/errors.ts'
import { createAccountCheck } from './account-check.ts'

type Deps = Parameters<typeof createAccountCheck>[0]

/** A check of an account of which the store used nonces up to 3. */
const check = (latch: Deps['latch']) =>
  createAccountCheck({
    store: { listPermits: () => [] },
    latch,
    lease: {
      assertHeld(found: number) {
        if (found > 3) throw new ToolError('ACCOUNT_FENCED', { expected: 3, found })
      },
    },
    recovery: { reconcile: async () => [] },
  } as unknown as Deps)

const evidenceOf = (nonce: number) => ({ nonce, operatorNonce: 0n }) as never

test('default: an account that stands where the store left it is held', async () => {
  const held = check({ assertOpen: () => undefined })
  await held.assertHeld(evidenceOf(3), 3)
  await expect(held.assertHeld(evidenceOf(4), 3)).rejects.toMatchObject({ code: 'ACCOUNT_FENCED' })
  await expect(held.assertHeld(evidenceOf(2), 3)).rejects.toMatchObject({ code: 'ACCOUNT_BEHIND' })
})

test('I46: nonces that a halt used meanwhile are no other signer: error: HALTED', async () => {
  const held = check({
    assertOpen() {
      throw new ToolError('HALTED', { since: 1 })
    },
  })
  await expect(held.assertHeld(evidenceOf(4), 3)).rejects.toMatchObject({ code: 'HALTED' })
})
