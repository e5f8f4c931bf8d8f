import type { Stage } from '../../../harness/stage/stage.ts'
import { ONE_SWAP } from './five-swaps.ts'

/**
 * Preview a swap and commit it.
 *
 * @throws ToolError when it is refused
 */
export async function playAction({ agent }: Stage): Promise<void> {
  const preview = await agent.call('preview_action', { kind: 'swap', params: ONE_SWAP })
  if (preview.error) throw preview.error
  const { permitId } = preview.details as { readonly permitId: string }
  const commit = await agent.call('commit_action', { permitId })
  if (commit.error) throw commit.error
}
