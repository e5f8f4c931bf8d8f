import { checkOwnerCalls } from './allowlist-guard.ts'
import { ALLOW, type Hook } from './hook.ts'

/**
 * Turn the seven hooks into those of an owner's own action. An approval comes on top of the hooks and replaces none;
 * only the list of targets is another: what the owner alone may call, the cage itself.
 */
export const createOwnerHooks = (hooks: readonly Hook[]): readonly Hook[] =>
  hooks.map((hook): Hook => {
    if (hook.name !== 'allowlist-guard') return hook
    return {
      name: hook.name,
      check(request) {
        checkOwnerCalls(request)
        return ALLOW
      },
    }
  })
