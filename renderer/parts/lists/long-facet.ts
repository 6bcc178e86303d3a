import { computed, reactive, type Ref } from 'vue'
import { finderOf } from '../../../electron/contract/folding.ts'
import { toldChoices } from '../../../electron/contract/told-choices.ts'
import type { Choice } from './choices.ts'

/** Choices of a long facet before somebody asks for all of them. */
export const FEW_CHOICES = 8
/** Choices of a long facet that is shown whole: the others are found by searching. */
const MOST_CHOICES = 200

/** A long facet as somebody searches and opens it. */
export interface LongFacet {
  /** Only choices with this text are shown. */
  find: string
  /** All choices are shown in place of a few. */
  whole: boolean
  /** As many choices are shown at most. */
  readonly limit: number
}

/** A long facet that nobody has searched or opened yet. @param few choices that it shows then */
export function useLongFacet(few = FEW_CHOICES): LongFacet {
  const facet: LongFacet = reactive({
    find: '',
    whole: false,
    limit: computed(() => (facet.whole ? MOST_CHOICES : few)),
  })
  return facet
}

/** A long facet all of whose choices are there: it is searched and cut here. */
export function useCutFacet<Key>(all: () => readonly Choice<Key>[], chosen: Readonly<Ref<readonly Key[]>>, few?: number) {
  const long = useLongFacet(few)
  const told = computed(() => {
    const fits = finderOf(long.find)
    return toldChoices(all(), {
      fits: ({ label }) => fits(label),
      most: long.limit,
      isChosen: ({ key }) => chosen.value.includes(key),
    })
  })
  return { long, choices: computed(() => told.value.rows), total: computed(() => told.value.total) }
}
