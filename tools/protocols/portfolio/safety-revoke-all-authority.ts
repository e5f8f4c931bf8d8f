import { getAddress } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { type Call, planTransaction } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readApprovals } from '../../kit/approval.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { readOpenAuthority } from './open-authority.ts'

/** Most calls of one action; what is left is taken back by the next one. */
const MOST_CALLS = 24

/** Take back what the account has granted, item by item. */
export const TOOL_DEF = defineWriteTool({
  name: 'safety_revoke_all_authority',
  description: 'Take back all allowances of the account, and void what was signed without a record.',
  category: 'safety',
  riskTier: 'layer2',
  tickBudget: 'slow',
  progressSteps: ['logs', 'grants', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    'safety_revoke_all_authority takes back every allowance of the account, in tokens and in Permit2 and the like, and uses up the nonces that signatures would need; again until nothing is left.',
  promptGuidelines: [
    "Ask again while safety_list_open_authority still lists grants of the account; those of the operator are not the cage's to revoke.",
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ revokedCount: Type.Integer() }),
  errorCodes: ['NOT_FOUND', 'CHAIN_READ_FAILED'],
  async plan(_params, ctx) {
    const { grants, revocations } = await readOpenAuthority(ctx)
    ctx.step('build')
    const voided = await Promise.all(
      ctx.grants.map(({ precaution }) => precaution?.plan(ctx.chain, ctx.account) ?? []),
    )
    const own = revocations.filter(({ owner }) => isAddressEqual(owner, ctx.account))
    const calls: Call[] = voided.flat()
    for (const revocation of own) {
      // An item is taken back as a whole; the first one is, however long it is.
      if (calls.length > 0 && calls.length + revocation.calls.length > MOST_CALLS) break
      calls.push(...revocation.calls)
    }
    if (calls.length === 0) {
      throw new ToolError('NOT_FOUND', {
        subject: 'any authority to take back',
        reason: 'nothing was granted',
      })
    }
    const allowances = grants
      .filter(({ owner, keeper }) => keeper === undefined && isAddressEqual(owner, ctx.account))
      .filter(({ token }) => calls.some(({ to }) => isAddressEqual(to, token)))
      .map(({ token, spender }) => ({
        token: getAddress(token),
        owner: ctx.account,
        spender: getAddress(spender),
        valueBaseUnits: 0n,
      }))
    return planTransaction(calls, { allowances })
  },
  settle({ plan, receipt, account }) {
    const allowances = readApprovals(receipt, account)
    return {
      data: { revokedCount: receipt.status === 'success' ? plan.calls.length : 0 },
      actualOutcome: { ...EMPTY_OUTCOME, allowances },
      groundTruthSource: 'receipt',
    }
  },
})
