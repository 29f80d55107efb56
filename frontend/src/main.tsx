import "./webkitGuards";
import "@fontsource-variable/inter";
import "@fontsource-variable/jetbrains-mono";
import "./style/app.css";
import { render } from "solid-js/web";
import { App } from "./App";
import { measureRoom } from "~/ui/viewport";

measureRoom();
const root = document.getElementById("root");
if (root) render(() => <App />, root);
