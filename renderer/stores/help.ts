import { defineStore } from 'pinia'
import { ref } from 'vue'

/** The list of keys, opened from anywhere. */
export const useHelp = defineStore('help', () => ({ open: ref(false) }))
