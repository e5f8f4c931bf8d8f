import type { Artifact } from '../../chain/artifacts.ts'
import { type CompiledContract, type CompileUnit, compileUnit } from '../../chain/solc.ts'
import { HarnessError } from '../../errors.ts'

const MORPHO = '@morpho-org/morpho-blue/src/Morpho.sol'
const REPACKAGED = 'sphere-mezo-solidity-files/domains'

/** With the compiler and the settings of the deployed contract (morpho-blue `foundry.toml`): the same bytecode. */
const CORE: CompileUnit = {
  entries: [MORPHO],
  compiler: 'solc-0.8.19',
  settings: {
    evmVersion: 'paris',
    optimizer: { enabled: true, runs: 999_999 },
    viaIR: true,
    metadata: { bytecodeHash: 'none' },
  },
}

/** A repackage with the published sources under a wider pragma; mainnet's rate model was compiled without the IR, too. */
const PERIPHERY: CompileUnit = {
  entries: [
    `${REPACKAGED}/morphoIrm/contracts/AdaptiveCurveIrm.sol`,
    `${REPACKAGED}/publicAllocator/contracts/PublicAllocator.sol`,
    `${REPACKAGED}/metamorpho/contracts/MetaMorpho.sol`,
    `${REPACKAGED}/metamorpho/contracts/TestingMetaMorpho.sol`,
  ],
}

const OWN: CompileUnit = { entries: ['harness/protocols/morpho-blue/contracts/FeedOracle.sol'] }

/** Compile everything that the testbed deploys; the compiler's cache answers from the second time on. */
export function loadContracts() {
  const compiled = { ...compileUnit(CORE), ...compileUnit(PERIPHERY), ...compileUnit(OWN) }
  return {
    morpho: pick(compiled, 'Morpho'),
    irm: pick(compiled, 'AdaptiveCurveIrm'),
    publicAllocator: pick(compiled, 'PublicAllocator'),
    vault: pick(compiled, 'MetaMorpho'),
    /** The same vault without the least time that a new cap has to wait. */
    hastyVault: pick(compiled, 'TestingMetaMorpho'),
    oracle: pick(compiled, 'FeedOracle'),
  }
}

function pick(compiled: Readonly<Record<string, CompiledContract>>, name: string): Artifact {
  const found = compiled[name]
  if (found) return { name, abi: found.abi, bytecode: found.bytecode }
  throw new HarnessError('COMPILE_FAILED', `${name} was not compiled`, {
    expected: `a contract ${name}`,
    found: Object.keys(compiled).join(', '),
    hint: 'run `npm ci` in case a package changed',
  })
}
