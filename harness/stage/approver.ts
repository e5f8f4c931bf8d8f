import type { Json } from '../../tools/core/json.ts'
import type { Ground } from './ground.ts'
import type { Session } from './session.ts'
import { type ApprovalMode, signApproval, signOwnCall } from './sign-approval.ts'

/** Gives the approval of a privileged tool that a mode asks for. */
export type Approver = (
  session: Session,
  tool: string,
  params: Json,
  mode: ApprovalMode,
) => Promise<Json | undefined>

/** For how long an owner's approval is given. */
const APPROVAL_SECONDS = 600n

/** Create what approves privileged tools. */
export function createApprover({ chain: { fork }, options }: Ground): Approver {
  let approvals = 0n
  let last: Json | undefined
  return async (session, tool, params, mode) => {
    if (mode === 'missing') return undefined
    if (mode === 'again') return last
    approvals += 1n
    const message = await session.agent.stack.describeApproval(tool, params, {
      nonce: approvals,
      deadlineSeconds: fork.headTimestampSeconds() + APPROVAL_SECONDS,
    })
    last =
      'typedData' in message
        ? await signOwnCall(message, mode, options)
        : await signApproval(message, mode, options)
    return last
  }
}
