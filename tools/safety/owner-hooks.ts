import { ALLOW, type Hook } from './hooks/hook.ts'
import { countSpend } from './spend.ts'

/**
 * Turn the seven hooks into those of an owner's own action: its calls were approved one by one, so that the agent's
 * allow-list and limits do not apply; simulation, rate, addresses and results are judged as always, and gas counts.
 */
export const createOwnerHooks = (hooks: readonly Hook[]): readonly Hook[] =>
  hooks.map((hook): Hook => {
    if (hook.name === 'allowlist-guard') return { name: hook.name, check: () => ALLOW }
    if (hook.name !== 'spending-limiter') return hook
    return {
      name: hook.name,
      check(request) {
        const evidence = { ...request.evidence, outflows: [], allowanceGrowth: [] }
        return { kind: 'allow', spend: countSpend(evidence, request.policy, request) }
      },
    }
  })
