import { type Address, type Hex, pad } from 'viem'
import type { Evidence } from '../evidence/evidence.ts'
import { toSignatureCall } from '../evidence/signature-evidence.ts'
import { hashSimulation } from '../evidence/simulation-hash.ts'
import type { PermitBody } from './permit.ts'

/** Hash what a permit binds: every byte of its plan, and what was found around it. */
export function hashAction(
  permit: { readonly permitId: Hex; readonly body: PermitBody; readonly evidence: Evidence },
  deps: {
    readonly chainId: number
    readonly account: Address
    readonly operator: Address
    readonly sender: Address
  },
): Hex {
  const { permitId, body, evidence } = permit
  const { chainId, account, operator, sender } = deps
  return hashSimulation({
    ...body,
    route: body.plan.route,
    chainId,
    permitId,
    account,
    operator,
    nonce: evidence.nonce,
    sender,
    operatorNonce: body.operatorNonce ?? 0n,
    calls: body.plan.kind === 'signature' ? [toSignatureCall(body.plan.typedData)] : body.plan.calls,
    codeHashes: [
      ...evidence.codeHashes,
      ...evidence.implementations.map(({ address, codeHash }) => codeHash ?? pad(address)),
    ],
    expectation: body.plan.expectation,
  })
}
