import type { OwnAccount } from '../../core/contract-account.ts'
import type { ActionPlan } from '../../core/plan.ts'
import { checkOwnCall } from './account-guard.ts'
import { checkOwnerCalls } from './allowlist-guard.ts'
import { ALLOW, type Hook, type HookRequest } from './hook.ts'
import { createOperatorHooks } from './operator-hooks.ts'

/**
 * Turn the seven hooks into those of a route. An approval comes on top of the hooks and replaces none; only the list of
 * targets is another: the cage itself and what is listed for the owner alone, or what the owner's account may. An act of
 * the operator's own account costs gas alone, and is held to that.
 */
export function hooksOf(
  route: ActionPlan['route'],
  hooks: readonly Hook[],
  ownAccount: OwnAccount | undefined,
): readonly Hook[] {
  if (route === 'owner') return withList(hooks, checkOwnerCalls)
  if (route === 'account') return withList(hooks, (request) => checkOwnCall(request, ownAccount))
  return route === 'op' ? createOperatorHooks(hooks) : hooks
}

const withList = (hooks: readonly Hook[], checkList: (request: HookRequest) => void): readonly Hook[] =>
  hooks.map((hook): Hook => {
    if (hook.name !== 'allowlist-guard') return hook
    return {
      name: hook.name,
      check(request) {
        checkList(request)
        return ALLOW
      },
    }
  })
