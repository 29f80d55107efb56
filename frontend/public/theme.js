// Before the first paint, so that a dark window never flashes white. The rest of the page corrects it from the settings.
(function () {
  var kept = null;
  try {
    kept = localStorage.getItem("aipack.theme");
  } catch (_) {
    kept = null;
  }
  var dark = matchMedia("(prefers-color-scheme: dark)").matches;
  var more = matchMedia("(prefers-contrast: more)").matches;
  var theme = kept || (more ? (dark ? "contrast" : "contrast-light") : dark ? "dark" : "light");
  document.documentElement.dataset.theme = theme;
})();
