import type { Address, Hex, ParseEventLogsReturnType } from 'viem'
import type { rolesEventsAbi } from './abi.ts'
import { type Funding, readFunding } from './funding-role.ts'

/** An event of a modifier. */
export type RoleLog = ParseEventLogsReturnType<typeof rolesEventsAbi, undefined, true>[number]

/** How a role may call a function: freely, as a payment within an allowance, or under other conditions. */
interface FunctionState {
  readonly access: 'free' | 'payment' | 'conditions'
  /** Native currency may go along (bit 0), code may run in the avatar's place (bit 1): `ExecutionOptions`. */
  readonly options: number
  readonly conditionCount: number
  readonly funding: Funding | undefined
}

/** How a role may call a contract: any function of it, or those that are listed. */
interface TargetState {
  clearance: 'none' | 'target' | 'function'
  options: number
  readonly functions: Map<Hex, FunctionState>
}

/** What a role came to. */
export interface RoleState {
  readonly members: Set<Address>
  readonly targets: Map<Address, TargetState>
}

/** What the roles of a modifier came to by its events, in their order, and the keys of allowances that were set. */
export function replayRoles(logs: readonly Pick<RoleLog, 'eventName' | 'args'>[]): {
  readonly roles: ReadonlyMap<Hex, RoleState>
  readonly allowanceKeys: ReadonlySet<Hex>
} {
  const roles = new Map<Hex, RoleState>()
  const allowanceKeys = new Set<Hex>()
  for (const log of logs as readonly RoleLog[]) {
    if (log.eventName === 'SetAllowance') {
      allowanceKeys.add(log.args.allowanceKey)
    } else if (log.eventName === 'AssignRoles') {
      log.args.roleKeys.forEach((key, index) => {
        const { members } = findRole(roles, key)
        if (log.args.memberOf[index] === true) members.add(log.args.module)
        else members.delete(log.args.module)
      })
    } else {
      replayTarget(findTarget(findRole(roles, log.args.roleKey), log.args.targetAddress), log)
    }
  }
  return { roles, allowanceKeys }
}

function findRole(roles: Map<Hex, RoleState>, key: Hex): RoleState {
  const found = roles.get(key) ?? { members: new Set(), targets: new Map() }
  roles.set(key, found)
  return found
}

function findTarget({ targets }: RoleState, address: Address): TargetState {
  const found = targets.get(address) ?? { clearance: 'none', options: 0, functions: new Map() }
  targets.set(address, found)
  return found
}

type TargetLog = Exclude<RoleLog, { eventName: 'SetAllowance' | 'AssignRoles' }>

/** A function's entry outlives the clearance of its contract: it counts again once that is scoped again (`PermissionBuilder`). */
function replayTarget(target: TargetState, log: TargetLog): void {
  switch (log.eventName) {
    case 'AllowTarget':
      target.clearance = 'target'
      target.options = log.args.options
      return
    case 'ScopeTarget':
      target.clearance = 'function'
      target.options = 0
      return
    case 'RevokeTarget':
      target.clearance = 'none'
      target.options = 0
      return
    case 'AllowFunction':
      target.functions.set(log.args.selector, {
        access: 'free',
        options: log.args.options,
        conditionCount: 0,
        funding: undefined,
      })
      return
    case 'ScopeFunction': {
      const { selector, conditions, options } = log.args
      const funding = readFunding(selector, conditions, options)
      target.functions.set(selector, {
        access: funding ? 'payment' : 'conditions',
        options,
        conditionCount: conditions.length,
        funding,
      })
      return
    }
    case 'RevokeFunction':
      target.functions.delete(log.args.selector)
  }
}
