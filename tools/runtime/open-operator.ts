import type { ContractAccount } from '../core/contract-account.ts'
import type { RuntimePorts } from './runtime-ports.ts'

/**
 * Open the cage's operator where that is a contract account; undefined where it is the agent's key.
 *
 * @throws RangeError when its protocol has no accounts
 */
export function openOperator({
  chain,
  clock,
  operator,
  policy,
  registry,
  signing,
}: RuntimePorts): ReturnType<ContractAccount['operate']> | undefined {
  if (signing?.contract === undefined) return undefined
  const { protocol, owners } = signing.contract
  const account = registry.protocols.find(({ id }) => id === protocol)?.account
  if (account === undefined) {
    const known = registry.protocols.flatMap(({ id, account: found }) => (found ? [id] : []))
    throw new RangeError(
      `signing.contract: expected a protocol whose accounts can operate a cage (${known.join(', ')}), found ${protocol}`,
    )
  }
  const { chainId } = policy
  return account.operate({ chainId, address: operator, chain, clock, owners, relayer: signing.sender })
}
