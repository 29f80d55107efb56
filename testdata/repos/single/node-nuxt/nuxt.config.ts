export default defineNuxtConfig({ compatibilityDate: '2025-03-01' });
