(defproject notes "0.1.0"
  :description "A handler that answers"
  :dependencies [[org.clojure/clojure "1.11.4"]
                 [ring/ring-core "1.12.2"]
                 [ring/ring-jetty-adapter "1.12.2"]]
  :main notes.core
  :profiles {:uberjar {:aot :all :uberjar-name "notes.jar"}})
