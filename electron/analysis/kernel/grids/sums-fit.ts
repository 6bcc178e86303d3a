import { gridStepOf } from '../channels/step.ts'
import type { ChannelData } from '../data.ts'

/** When two ways to the same volume agree: what rounding alone can make of their difference. */

/** Thresholds `steps` and `percent`: how many steps of the coarser of the two, and how much of the volume, they may differ. */
export type SumLimits = Readonly<Record<string, number | null>>

/** The coarser step of two channels, in m³. */
export const coarserStep = (a: ChannelData, b: ChannelData): number => Math.max(gridStepOf(a), gridStepOf(b))

/** A sum of numbers that are rounded one by one is off by this share of a step for the root of how many they are. */
const ROUNDING = 1 / Math.sqrt(12)
const DEVIATIONS = 4

/**
 * How far the sum of `terms` rounded numbers may be from `volume`, m³.
 * @param termStep the step of the terms, m³; 0 where they add up exactly
 */
export const tolerance = (
  limits: SumLimits,
  volume: number,
  step: number,
  { terms, termStep }: { terms: number; termStep: number } = { terms: 0, termStep: 0 },
): number =>
  Math.max(
    (limits['steps'] ?? 0) * step,
    ((limits['percent'] ?? 0) / 100) * Math.abs(volume),
    DEVIATIONS * ROUNDING * termStep * Math.sqrt(terms),
  ) +
  // The error of computing with doubles.
  1e-9 * Math.max(1, Math.abs(volume))
