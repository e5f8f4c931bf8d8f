import type { Artifact } from '../../chain/artifacts.ts'
import type { CompileUnit, Contracts } from '../../chain/solc.ts'
import { HarnessError } from '../../errors.ts'
import { MORPHO_PERIPHERY } from '../morpho-periphery.ts'
import type { WorldBuilder } from '../testbed.ts'

const MORPHO = '@morpho-org/morpho-blue/src/Morpho.sol'

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

const OWN: CompileUnit = { entries: ['harness/protocols/morpho-blue/contracts/FeedOracle.sol'] }

/** All that the testbed deploys. */
export const UNITS = [CORE, MORPHO_PERIPHERY, OWN]

/** Compile everything that the testbed deploys; the compiler's cache answers from the second time on. */
export function loadContracts({ compile }: Pick<WorldBuilder, 'compile'>) {
  const compiled: Contracts = Object.assign({}, ...UNITS.map(compile))
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

function pick(compiled: Contracts, name: string): Artifact {
  const found = compiled[name]
  if (found) return { name, abi: found.abi, bytecode: found.bytecode }
  throw new HarnessError('COMPILE_FAILED', `${name} was not compiled`, {
    expected: `a contract ${name}`,
    found: Object.keys(compiled).join(', '),
    hint: 'run `npm ci` in case a package changed',
  })
}
