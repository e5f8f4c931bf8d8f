import { symlinkSync } from 'node:fs'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import { describePackage } from './packages.ts'

// Vite transforms every source of it.
describePackage('linked by its path', (place) => symlinkSync(PROJECT_ROOT, place))
