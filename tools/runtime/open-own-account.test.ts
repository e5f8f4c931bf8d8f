import { expect, test } from 'vitest'
import { buildPolicy } from '../safety/fixtures/build-policy.ts'
import type { SafetyPolicy } from '../safety/policy/policy.ts'
import { openOwnAccount } from './open-own-account.ts'
import type { RuntimePorts } from './runtime-ports.ts'

const APPROVER = `0x${'ab'.repeat(20)}` as const
const ACTS = { marker: 'acts' }
const registry = {
  protocols: [{ id: 'none' }, { id: 'silent', account: {} }, { id: 'safe', account: { ownActs: ACTS } }],
} as unknown as RuntimePorts['registry']
/** What the policy says of an account of a protocol. */
const accountOf = (protocol: string) => ({ protocol, modules: [], guards: [] })
const open = (said: Partial<SafetyPolicy>) => openOwnAccount({ policy: buildPolicy(said), registry })

test('default: the account of the protocol that the policy names', () => {
  expect(open({ ownerAccount: accountOf('safe'), approver: APPROVER })).toEqual({
    chainId: buildPolicy().chainId,
    address: APPROVER,
    acts: ACTS,
  })
  expect(open({ approver: APPROVER })).toBeUndefined()
})

test.each(['safe', 'silent', 'none', 'unknown'])('error: RangeError for %s without what acts', (protocol) => {
  const isThere = protocol === 'safe'
  const said = { ownerAccount: accountOf(protocol), ...(isThere ? {} : { approver: APPROVER }) }
  expect(() => open(said)).toThrow(
    `expected an approver that is an account of one of safe, found ${isThere ? 'no approver' : APPROVER} of ${protocol}`,
  )
})
