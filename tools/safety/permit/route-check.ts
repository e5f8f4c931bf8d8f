import { ToolError } from '../../core/errors.ts'
import type { ActionPlan, PermittedPlan } from '../../core/plan.ts'
import type { OwnerApproval } from '../custody/owner-approval.ts'

/** Routes by which a plan can take effect, with what each carries. */
const ROUTES: Readonly<Record<ActionPlan['route'], ActionPlan['kind']>> = {
  cage: 'transaction',
  owner: 'transaction',
  sign: 'signature',
}

interface RoutedAction {
  readonly tool: string
  readonly plan: Pick<PermittedPlan, 'kind' | 'route'>
  readonly approval?: OwnerApproval
}

/**
 * Deny a plan that names no route by which this stack carries its kind out, and one whose route and approval contradict
 * each other.
 *
 * @throws ToolError ROUTE_NOT_AVAILABLE, APPROVAL_MISSING, APPROVAL_MISMATCH
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
  if (route === 'owner') {
    if (approval === undefined) throw new ToolError('APPROVAL_MISSING', { tool })
  } else if (approval) {
    throw new ToolError('APPROVAL_MISMATCH', { field: 'route', found: route, expected: 'owner' })
  }
}
