import { loadArtifact } from '../../chain/artifacts.ts'

/** Contracts of Safe 1.4.1 by the path of their artifact: the published bytecode is what the singleton factory put there. */
const PATHS = {
  singleton: 'Safe.sol/Safe',
  singletonL2: 'SafeL2.sol/SafeL2',
  proxyFactory: 'proxies/SafeProxyFactory.sol/SafeProxyFactory',
  fallbackHandler: 'handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler',
  multiSend: 'libraries/MultiSend.sol/MultiSend',
  multiSendCallOnly: 'libraries/MultiSendCallOnly.sol/MultiSendCallOnly',
  signMessageLib: 'libraries/SignMessageLib.sol/SignMessageLib',
  reentrancyGuard: 'examples/guards/ReentrancyTransactionGuard.sol/ReentrancyTransactionGuard',
} as const

/** Name of a contract of Safe. */
export type SafeContract = keyof typeof PATHS

/** The contracts of Safe that an origin holds. */
export const SAFE_CONTRACTS = Object.keys(PATHS) as readonly SafeContract[]

/** Load a contract of Safe as its package publishes it. */
export const loadSafeArtifact = (name: SafeContract) =>
  loadArtifact(`@safe-global/safe-contracts/build/artifacts/contracts/${PATHS[name]}.json`)
