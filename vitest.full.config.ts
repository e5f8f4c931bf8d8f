import { mergeConfig } from 'vitest/config'
import config from './vitest.config.ts'

/** Every test there is, with the long ones: `npm run test:full`. */
const full = mergeConfig(config, {})
full.test.exclude = ['**/node_modules/**', 'out/**']
full.test.testTimeout = 3_600_000

export default full
