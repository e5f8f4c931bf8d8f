import { parseAbi } from 'viem'

/** What a Roles modifier says of itself (zodiac-modifier-roles `Roles.sol`, `PermissionBuilder.sol`, `AllowanceTracker.sol`). */
export const rolesStateAbi = parseAbi([
  'function owner() view returns (address)',
  'function avatar() view returns (address)',
  'function target() view returns (address)',
  'function allowances(bytes32 key) view returns (uint128 refill, uint128 maxRefill, uint64 period, uint128 balance, uint64 timestamp)',
])

/** What its owner sets, and what it tells of it. */
export const rolesSettingsAbi = parseAbi([
  'struct ConditionFlat { uint8 parent; uint8 paramType; uint8 operator; bytes compValue; }',
  'function assignRoles(address module, bytes32[] roleKeys, bool[] memberOf)',
  'function scopeTarget(bytes32 roleKey, address targetAddress)',
  'function scopeFunction(bytes32 roleKey, address targetAddress, bytes4 selector, ConditionFlat[] conditions, uint8 options)',
  'function setAllowance(bytes32 key, uint128 balance, uint128 maxRefill, uint128 refill, uint64 period, uint64 timestamp)',
])

/** By which a member of a role acts in the avatar's name (`Roles.sol`), and what that uses up. */
export const rolesActAbi = parseAbi([
  'function execTransactionWithRole(address to, uint256 value, bytes data, uint8 operation, bytes32 roleKey, bool shouldRevert) returns (bool success)',
  'event ConsumeAllowance(bytes32 allowanceKey, uint128 consumed, uint128 newBalance)',
  'error ConditionViolation(uint8 status, bytes32 info)',
  'error NoMembership()',
  'error NotAuthorized(address sender)',
])

/** What becomes of roles, by the events of a modifier. */
export const rolesEventsAbi = parseAbi([
  'struct ConditionFlat { uint8 parent; uint8 paramType; uint8 operator; bytes compValue; }',
  'event AssignRoles(address module, bytes32[] roleKeys, bool[] memberOf)',
  'event AllowTarget(bytes32 roleKey, address targetAddress, uint8 options)',
  'event ScopeTarget(bytes32 roleKey, address targetAddress)',
  'event RevokeTarget(bytes32 roleKey, address targetAddress)',
  'event AllowFunction(bytes32 roleKey, address targetAddress, bytes4 selector, uint8 options)',
  'event ScopeFunction(bytes32 roleKey, address targetAddress, bytes4 selector, ConditionFlat[] conditions, uint8 options)',
  'event RevokeFunction(bytes32 roleKey, address targetAddress, bytes4 selector)',
  'event SetAllowance(bytes32 allowanceKey, uint128 balance, uint128 maxRefill, uint128 refill, uint64 period, uint64 timestamp)',
])

/** By which an account says whether a module may act for it (`ModuleManager`). */
export const avatarAbi = parseAbi(['function isModuleEnabled(address module) view returns (bool)'])

/** By which modifiers come to be (zodiac-core `ModuleProxyFactory.sol`). */
export const proxyFactoryAbi = parseAbi([
  'function deployModule(address masterCopy, bytes initializer, uint256 saltNonce) returns (address proxy)',
])
