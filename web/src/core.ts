/* core.ts - what a visitor needs for the first bet: the lobby, the table, and what both use. It is sent as one file
 * (build.mjs). */
import "./pages/lobby";
import "./pages/table";
import "./parts/bar";
import "./parts/session";
import "./offline/keep";
import "./offline/upgrade";
import "./words/catalogue";
