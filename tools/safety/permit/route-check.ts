import { ToolError } from '../../core/errors.ts'
import type { ActionPlan, Call, PermittedPlan } from '../../core/plan.ts'
import { type Approval, isAccountApproval } from '../custody/account-approval.ts'

/** Routes by which a plan can take effect, with what each carries. */
const ROUTES: Readonly<Record<ActionPlan['route'], ActionPlan['kind']>> = {
  cage: 'transaction',
  op: 'transaction',
  owner: 'transaction',
  account: 'transaction',
  sign: 'signature',
}

/** What of a plan its route is judged by. */
interface RoutedAction {
  readonly tool: string
  readonly plan: Pick<PermittedPlan, 'kind' | 'route' | 'calls' | 'expectation'>
  readonly approval?: Approval
}

/**
 * Deny a plan that names no route by which this stack carries its kind out, and one whose route and approval contradict
 * each other.
 *
 * @throws ToolError ROUTE_NOT_AVAILABLE, OPERATOR_PLAN_UNFIT, APPROVAL_MISSING, APPROVAL_MISMATCH
 */
export function assertRoute<Action extends RoutedAction>(
  action: Action,
): asserts action is Action & { readonly plan: ActionPlan } {
  const { tool, plan, approval } = action
  const { kind, route } = plan
  if (!Object.hasOwn(ROUTES, route) || ROUTES[route as ActionPlan['route']] !== kind) {
    throw new ToolError('ROUTE_NOT_AVAILABLE', {
      route: String(route),
      kind,
      known: Object.keys(ROUTES).join(', '),
    })
  }
  if (route === 'op') assertOnlyCosts(plan)
  // What the owner's gate carries and what its account signs for are two approvals: neither stands for the other.
  const expected = approval && (isAccountApproval(approval) ? 'account' : 'owner')
  if (approval === undefined && (route === 'owner' || route === 'account')) {
    throw new ToolError('APPROVAL_MISSING', { tool })
  }
  if (expected !== undefined && route !== expected) {
    throw new ToolError('APPROVAL_MISMATCH', { field: 'route', found: route, expected })
  }
}

/** The operator's own account makes one call without value, of which its plan expects nothing but what others pay. */
function assertOnlyCosts({ calls, expectation }: RoutedAction['plan']): void {
  const deny = (found: string, expected: string) => new ToolError('OPERATOR_PLAN_UNFIT', { found, expected })
  if (calls.length !== 1) throw deny(`${calls.length} calls`, 'one')
  const [call] = calls as readonly Call[]
  if (call?.valueWei !== 0n) throw deny(`a value of ${call?.valueWei} wei`, 'none')
  const { assets, allowances, positions } = expectation
  const payments = assets.filter(({ deltaBaseUnits }) => deltaBaseUnits <= 0n)
  const stated = payments.length + allowances.length + positions.length
  if (stated > 0) throw deny(`${stated} stated changes`, 'none but its gas and what comes in')
}
