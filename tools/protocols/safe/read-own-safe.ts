import type { Address } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { listSettingsViews, readSettings, type SafeSettings } from './settings.ts'

/** Name the owner's account by the policy. @throws ToolError APPROVAL_NOT_CONFIGURED where a key owns the cage */
export function findOwnSafe(tool: string, { safety }: Pick<ToolContext, 'safety'>): Address {
  const { approver } = safety.configured()
  if (approver === undefined) throw new ToolError('APPROVAL_NOT_CONFIGURED', { tool })
  return approver
}

/** Read what decides for the owner's Safe. @throws ToolError APPROVAL_NOT_CONFIGURED, NOT_FOUND where that is no Safe */
export async function readOwnSafe(
  tool: string,
  { chain, safety }: Pick<ToolContext, 'chain' | 'safety'>,
): Promise<{ readonly safe: Address; readonly settings: SafeSettings }> {
  const safe = findOwnSafe(tool, { safety })
  const { views } = await chain.readState({ ...NO_STATE, views: listSettingsViews(safe) })
  const settings = readSettings(views)
  if (settings === undefined) {
    throw new ToolError('NOT_FOUND', { subject: `a Safe at ${safe}`, reason: 'it does not answer as one' })
  }
  return { safe, settings }
}
