import { SECOND_PROVIDER_MODES, type SecondProviderMode } from '../stage/second-provider.ts'

/** Name the faults that a second provider is by how it behaves. */
export const faultsOfProvider = (mode: SecondProviderMode) =>
  mode === 'off' || mode === 'agrees' ? [] : [`second-provider-${mode}` as const]

/** The faults that a second provider can be, by names that stay. */
export const SECOND_PROVIDER_FAULTS = SECOND_PROVIDER_MODES.flatMap(faultsOfProvider)
