// Runs before the first paint, so that a dark page never flashes white, and follows the system while nobody chose.
(function () {
  const system = matchMedia('(prefers-color-scheme: dark)');
  function dress() {
    let chosen = null;
    try {
      chosen = localStorage.getItem('mantine-color-scheme-value');
    } catch {
      chosen = null;
    }
    const isDark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  }
  dress();
  system.addEventListener('change', dress);
})();
