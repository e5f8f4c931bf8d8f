import { parseAbi } from 'viem'

const STRUCTS = [
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
] as const

/** What a DelegationManager keeps, and does (delegation-framework `DelegationManager.sol`). */
export const managerAbi = parseAbi([
  ...STRUCTS,
  'function disabledDelegations(bytes32 delegationHash) view returns (bool isDisabled)',
  'function disableDelegation(Delegation delegation)',
  'function redeemDelegations(bytes[] permissionContexts, bytes32[] modes, bytes[] executionCallDatas)',
])

/** What a manager tells of delegations. */
export const managerEventsAbi = parseAbi([
  ...STRUCTS,
  'event RedeemedDelegation(address indexed rootDelegator, address indexed redeemer, Delegation delegation)',
  'event EnabledDelegation(bytes32 indexed delegationHash, address indexed delegator, address indexed delegate, Delegation delegation)',
  'event DisabledDelegation(bytes32 indexed delegationHash, address indexed delegator, address indexed delegate, Delegation delegation)',
])

/** What enforcers keep of use so far (`ERC20PeriodTransferEnforcer.sol`, `ERC20TransferAmountEnforcer.sol`, `LimitedCallsEnforcer.sol`). */
export const enforcerAbi = parseAbi([
  'function getAvailableAmount(bytes32 delegationHash, address delegationManager, bytes terms) view returns (uint256 availableAmount, bool isNewPeriod, uint256 currentPeriod)',
  'function spentMap(address delegationManager, bytes32 delegationHash) view returns (uint256 amount)',
  'function callCounts(address delegationManager, bytes32 delegationHash) view returns (uint256 count)',
])
