import { copyCheckout } from '../e2e/copy-checkout.ts'
import { describePackage } from './packages.ts'

// There Node strips no types.
describePackage('below node_modules', copyCheckout)
