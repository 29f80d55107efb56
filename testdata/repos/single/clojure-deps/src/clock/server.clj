(ns clock.server
  (:require [org.httpkit.server :as http]))

(defn handler [_]
  {:status 200 :body (str (java.time.Instant/now))})

(defn -main [& _]
  (http/run-server handler {:port 8090})
  @(promise))
