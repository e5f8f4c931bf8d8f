import type { Json } from '../../core/json.ts'
import { askHook, type ChainDeps } from './chain.ts'
import type { Hook, HookName, HookRequest } from './hook.ts'

/** What the hooks know of an effect off the chain: nothing of a chain is evidence for it. */
export type LocalHookRequest = Pick<
  HookRequest,
  'stage' | 'policy' | 'attempts' | 'attemptsInTick' | 'result' | 'params' | 'book'
>

/** Hooks that judge what happens off the chain; the others judge calls, money and simulations, of which it has none. */
const LOCAL_HOOKS = ['rate-limiter', 'result-filter'] as const satisfies readonly HookName[]

/**
 * Ask the hooks that judge what happens off the chain; answers what the model is told.
 *
 * @throws ToolError naming the denying layer
 */
export async function runLocalHooks(
  hooks: readonly Hook[],
  request: LocalHookRequest,
  deps: ChainDeps,
): Promise<Json> {
  let result = request.result
  for (const name of LOCAL_HOOKS) {
    const hook = hooks.find((candidate) => candidate.name === name)
    // Neither of them looks at evidence.
    const verdict = await askHook(name, hook, { ...request, result } as HookRequest, deps)
    if (verdict.kind === 'allow-modified') result = verdict.result
  }
  return result
}
